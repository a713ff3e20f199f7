// The block in the editor: the panel as visitors see it, in a frame; a sketch where they see nothing yet. Plain JavaScript, no build.
// What visitors get is made by PHP at each view, so nothing but the height is stored, and no stored block can become invalid.

((wp, { isConnected, title, color, preview }) => {
  const { createElement: el } = wp.element;
  const { __ } = wp.i18n;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, RangeControl } = wp.components;
  const HEIGHT = 560;

  const size = ({ height }, setAttributes) =>
    el(
      InspectorControls,
      null,
      el(
        PanelBody,
        { title: __('Size', 'bellhop') },
        el(RangeControl, {
          label: __('Height in pixels', 'bellhop'),
          value: height,
          min: 240,
          max: 1200,
          // The sizes that newer editors want; without them they complain.
          __next40pxDefaultSize: true,
          __nextHasNoMarginBottom: true,
          onChange: (value) => setAttributes({ height: value ?? HEIGHT }),
        }),
      ),
    );

  // It is there to be seen: presses select the block.
  const panel = () =>
    el('iframe', {
      className: 'bellhop-preview-panel',
      src: preview,
      title: __('Visitors see the chat here.', 'bellhop'),
      tabIndex: -1,
    });

  const sketch = () => [
    el(
      'div',
      { key: 'head', className: 'bellhop-sketch-head', style: color ? { background: color } : {} },
      title || __('Bellhop chat', 'bellhop'),
    ),
    el(
      'p',
      { key: 'says', className: 'bellhop-sketch-says' },
      __(
        'Visitors see nothing here until the site is connected, under Settings → Bellhop.',
        'bellhop',
      ),
    ),
    el('div', { key: 'foot', className: 'bellhop-sketch-foot', 'aria-hidden': true }),
  ];

  wp.blocks.registerBlockType('bellhop/panel', {
    edit: ({ attributes, setAttributes }) =>
      el(
        'div',
        useBlockProps({
          className: isConnected ? 'bellhop-framed' : 'bellhop-sketch',
          style: { height: attributes.height },
        }),
        size(attributes, setAttributes),
        isConnected ? panel() : sketch(),
      ),
    save: () => null,
  });
})(window.wp, window.bellhopPanel ?? { isConnected: false, title: '', color: '', preview: '' });
