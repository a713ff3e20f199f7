// The contact form of a demo: it says what a real one would do.

const form = document.querySelector('form[data-contact]');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  form.querySelector('[data-form-note]').textContent =
    'Thank you. A real shop would have received this message.';
  form.reset();
});
