// Style sheets are imported as text and become constructed sheets, because a page's policy may forbid style elements.
declare module '*.css?inline' {
  const text: string;
  export default text;
}
