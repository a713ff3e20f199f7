// The settings page beyond what HTML does: the form's present look in the preview, a moment after the last change; a colour
// to pick; and a test that doesn't forget what was entered and not saved yet.

(() => {
  const form = document.querySelector('#bellhop-settings');
  const preview = document.querySelector('.bellhop-preview');
  if (!form || !preview) return;
  const FIELD = /^bellhop_settings\[(\w+)\]$/;
  let timer = 0;
  // What is proposed is not saved yet.
  let isChanged = form.querySelector('.bellhop-new') !== null;

  const refresh = () => {
    const url = new URL(preview.dataset.src, location.href);
    for (const [name, value] of new FormData(form)) {
      const field = FIELD.exec(name);
      if (field) url.searchParams.set(`look[${field[1]}]`, value);
    }
    preview.src = url.href;
  };

  const swatch = form.querySelector('.bellhop-swatch');
  const colour = form.querySelector('#bellhop-color');
  const showColour = () => {
    if (/^#[\da-f]{6}$/i.test(colour.value)) swatch.value = colour.value;
  };
  swatch.value = '#005b5b';
  swatch.hidden = false;
  showColour();

  form.addEventListener('input', ({ target }) => {
    isChanged = true;
    if (target === swatch) colour.value = swatch.value;
    if (target === colour) showColour();
    clearTimeout(timer);
    timer = setTimeout(refresh, 400);
  });

  // A proposal is made for the form as it stands: what was entered and not saved yet comes along.
  const proposal = document.querySelector('#bellhop-propose');
  proposal?.addEventListener('submit', () => {
    for (const [name, value] of isChanged ? new FormData(form) : []) {
      if (!FIELD.test(name.replace(/\[\]$/, ''))) continue;
      const field = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
      proposal.append(field);
    }
    proposal.querySelector('[type=submit]').disabled = true;
  });

  const test = document.querySelector('#bellhop-act-test');
  test?.addEventListener('click', (event) => {
    if (!isChanged) return;
    event.preventDefault();
    form.requestSubmit(form.querySelector('[name=bellhop_and_test]'));
  });
})();
