// The block in the editor: the panel as visitors see it, in a frame; a sketch where they see nothing yet. Plain JavaScript, no build.
// What visitors get is made by PHP at each view, so nothing but its attributes is stored, and no stored block can become invalid.

((wp, { isConnected, title, color, preview, bots }) => {
  const { createElement: el } = wp.element;
  const { __ } = wp.i18n;
  const { InspectorControls, useBlockProps } = wp.blockEditor;
  const { PanelBody, RangeControl, SelectControl, TextControl, TextareaControl } = wp.components;
  const HEIGHT = 560;

  // The sizes that newer editors want; without them they complain.
  const SIZES = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true };

  /** Whose chat it is, and what it says otherwise than the settings. */
  const words = (attributes, setAttributes) => {
    const field = (name, control, label, more = {}) =>
      el(control, {
        ...SIZES,
        ...more,
        label,
        key: name,
        value: attributes[name],
        onChange: (value) => setAttributes({ [name]: value }),
      });
    const choices = [
      { value: '', label: __('As this page has it', 'bellhop') },
      { value: 'default', label: title || __('The site’s own', 'bellhop') },
      ...Object.entries(bots).map(([value, label]) => ({ value, label })),
    ];
    return el(PanelBody, { title: __('Chat', 'bellhop') }, [
      Object.keys(bots).length > 0 &&
        field('bot', SelectControl, __('Chatbot', 'bellhop'), { options: choices }),
      field('title', TextControl, __('Heading', 'bellhop')),
      field('greeting', TextareaControl, __('Greeting', 'bellhop')),
      field('prompts', TextareaControl, __('Questions to begin with', 'bellhop'), {
        help: __('One a line.', 'bellhop'),
      }),
    ]);
  };

  const size = (attributes, setAttributes) =>
    el(
      InspectorControls,
      null,
      words(attributes, setAttributes),
      el(
        PanelBody,
        { title: __('Size', 'bellhop') },
        el(RangeControl, {
          label: __('Height in pixels', 'bellhop'),
          value: attributes.height,
          min: 240,
          max: 1200,
          ...SIZES,
          onChange: (value) => setAttributes({ height: value ?? HEIGHT }),
        }),
      ),
    );

  // It is there to be seen: presses select the block.
  const panel = ({ bot, title: heading, greeting, prompts }) =>
    el('iframe', {
      className: 'bellhop-preview-panel',
      src: `${preview}&${new URLSearchParams({ bot, title: heading, greeting, prompts })}`,
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
        isConnected ? panel(attributes) : sketch(),
      ),
    save: () => null,
  });
})(
  window.wp,
  window.bellhopPanel ?? { isConnected: false, title: '', color: '', preview: '', bots: {} },
);
