/** Colours that are dark where the device has it so, on a screen: for pages on which nobody can choose. */
export const byDevice = (css: string): string =>
  css.replace(/:root\[data-theme=['"]?dark['"]?\]\s*(\{[^}]*\})/, '@media screen and (prefers-color-scheme: dark) {\n:root $1\n}');
