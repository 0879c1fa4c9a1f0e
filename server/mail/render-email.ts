/** A part of a letter: a paragraph, a heading, a link on a line of its own, a code to copy, or rows of a name and a value. */
export type EmailPart =
  | string
  | { readonly heading: string }
  | { readonly link: string; readonly label: string }
  | { readonly code: string }
  | { readonly rows: readonly (readonly [name: string, value: string])[] };

/** What is written to somebody, before it has a form. */
export type Email = { readonly subject: string; readonly parts: readonly EmailPart[] };

/** A letter as it is sent: plain text, and HTML that needs neither pictures nor styles. */
export type RenderedEmail = { readonly subject: string; readonly text: string; readonly html: string };

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (words: string): string => words.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

/** A value may hold line breaks, e.g. an address; a subject may not. */
const lines = (words: string): string => escaped(words).replaceAll('\n', '<br>');

const asText = (part: EmailPart): string => {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading.toUpperCase();
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('code' in part) return `    ${part.code}`;
  return part.rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`).join('\n');
};

const asHtml = (part: EmailPart): string => {
  if (typeof part === 'string') return `<p>${lines(part)}</p>`;
  if ('heading' in part) return `<h2>${escaped(part.heading)}</h2>`;
  if ('link' in part) return `<p><a href="${escaped(part.link)}">${escaped(part.label)}</a></p>\n<p>${escaped(part.link)}</p>`;
  if ('code' in part) return `<p><strong>${escaped(part.code)}</strong></p>`;
  const rows = part.rows.map(
    ([name, value]) => `<tr><th scope="row" align="left" valign="top">${lines(name)}</th><td>${lines(value)}</td></tr>`,
  );
  return `<table cellpadding="4">\n${rows.join('\n')}\n</table>`;
};

/** Gives a letter its two forms. Every value is escaped in the HTML; the subject is one line. */
export const renderEmail = ({ subject, parts }: Email): RenderedEmail => {
  const line = subject.replaceAll(/\s+/g, ' ').trim();
  const body = parts.map(asHtml).join('\n');
  return {
    subject: line,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en-GB">\n<head><meta charset="utf-8"><title>${escaped(line)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`,
  };
};
