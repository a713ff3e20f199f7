// Shows the form's present look in the preview, a moment after the last change.

(() => {
  const preview = document.querySelector('.bellhop-preview');
  const form = document.querySelector('.bellhop-page form[action="options.php"]');
  if (!preview || !form) return;
  const FIELD = /^bellhop_settings\[(\w+)\]$/;
  let timer = 0;

  const refresh = () => {
    const url = new URL(preview.dataset.src, location.href);
    for (const [name, value] of new FormData(form)) {
      const field = FIELD.exec(name);
      if (field) url.searchParams.set(`look[${field[1]}]`, value);
    }
    preview.src = url.href;
  };

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 400);
  });
})();
