// The block in the editor: a labelled place of the height that the panel will have. Plain JavaScript, no build.

((wp) => {
  const { createElement: el } = wp.element;
  const { __ } = wp.i18n;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, Placeholder, RangeControl } = wp.components;

  wp.blocks.registerBlockType('bellhop/panel', {
    edit: ({ attributes, setAttributes }) =>
      el(
        'div',
        useBlockProps({ style: { height: attributes.height } }),
        el(
          InspectorControls,
          null,
          el(
            PanelBody,
            { title: __('Size', 'bellhop') },
            el(RangeControl, {
              label: __('Height in pixels', 'bellhop'),
              value: attributes.height,
              min: 240,
              max: 1200,
              onChange: (height) => setAttributes({ height }),
            }),
          ),
        ),
        el(Placeholder, {
          icon: 'format-chat',
          label: __('Bellhop chat', 'bellhop'),
          instructions: __('Visitors see the chat here.', 'bellhop'),
        }),
      ),
    save: () => null,
  });
})(window.wp);
