// Reads PDF files of the media library in the owner's browser, one after the other, and hands their text in. PDF.js is fetched only
// where there is one to read. A file that is no PDF is handed in as such, so that it isn't tried again at each visit.

(() => {
  const { src } = document.currentScript;
  const list = document.querySelector('.bellhop-waiting');
  if (!list) return;
  const MAX_PAGES = 500;
  const { action, nonce, url } = list.dataset;
  const documents = JSON.parse(list.dataset.documents);

  const textOf = async (pdfjs, bytes) => {
    const pdf = await pdfjs.getDocument({ data: bytes, isEvalSupported: false }).promise;
    const pages = [];
    for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGES); n++) {
      const { items } = await (await pdf.getPage(n)).getTextContent();
      const text = items.map(({ str = '', hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
      if (text.trim() !== '') pages.push(`Page ${n}\n${text.trim()}`);
    }
    return pages.join('\n\n');
  };

  const handIn = (id, text, failed) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ action, id, text, failed, _wpnonce: nonce }))
      body.set(name, value);
    return fetch(url, { method: 'POST', body });
  };

  const readAll = async () => {
    const pdfjs = await import(new URL('pdfjs.js', src).href);
    for (const { id, address } of documents) {
      const reply = await fetch(address);
      // Where the file can't be fetched just now, the next visit tries again.
      if (!reply.ok) continue;
      const bytes = new Uint8Array(await reply.arrayBuffer());
      const text = await textOf(pdfjs, bytes).catch(() => null);
      await handIn(id, text ?? '', text === null ? '1' : '');
    }
  };

  const status = list.querySelector('[role="status"]');
  readAll().then(
    () => {
      status.textContent = list.dataset.done;
    },
    () => {
      status.textContent = list.dataset.failed;
    },
  );
})();
