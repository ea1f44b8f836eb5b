import type { Accent } from "./options.js";

/** Prints the style sheet with a site's own colours, which is loaded after the common one. */
export function printTheme(accent: Accent): string {
  const lines = (["light", "dark"] as const).flatMap((scheme) => {
    const colour = accent[scheme];
    if (colour === undefined) return [];
    if (!isColour(colour)) throw new Error("a colour that was not checked");
    return [`  --accent-${scheme}: ${colour};\n`];
  });
  return `:root {\n${lines.join("")}}\n`;
}

/** Returns whether a text is a colour as `#rrggbb`. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The darkest light and the lightest dark background of links in the style sheet. */
const grounds = { light: "#f6f7f8", dark: "#1b1e23" } as const;

/** Returns the contrast of a colour with the background of links: WCAG requires 4.5. */
export function contrastOf(colour: string, scheme: keyof typeof grounds): number {
  const [lighter, darker] = [luminance(colour), luminance(grounds[scheme])].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Returns the relative luminance as defined by WCAG 2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
