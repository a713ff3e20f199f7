// Style sheets come in as text, for constructed sheets: the page's policy may forbid style elements.
declare module '*.css?inline' {
  const text: string;
  export default text;
}
