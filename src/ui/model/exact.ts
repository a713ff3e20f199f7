// Text of a tool, a site or the gateway made visible: nothing hidden, nothing reordered by invisible characters.

/**
 * Characters that show nothing or turn the text around them: controls, zero widths, bidi marks, tags and
 * variation selectors. A line break in a text is ordinary and stays. And marks piled higher than any language
 * does, which would lie over the lines around.
 */
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|\p{Zl}|\p{Zp}|(?<=\p{Mn}{4})\p{Mn}/gu;

export function showInvisible(text: string): string {
  return text.replace(INVISIBLE, (char) =>
    char === '\n' ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
