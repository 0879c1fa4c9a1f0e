import { escapeHtml } from '#contract/escape-html.ts';

/** A paragraph, a heading, a link on a line of its own, a code to copy, or rows of name and value. */
export type EmailPart =
  | string
  | { readonly heading: string }
  | { readonly link: string; readonly label: string }
  | { readonly code: string }
  | { readonly rows: readonly (readonly [name: string, value: string])[] };

/** An email as templates write it. */
export type Email = { readonly subject: string; readonly parts: readonly EmailPart[] };

/** An email as it is sent: plain text, and HTML without images and styles. */
export type RenderedEmail = { readonly subject: string; readonly text: string; readonly html: string };

/** Keeps line breaks, e.g. of an address. */
const escapeLines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const asText = (part: EmailPart): string => {
  if (typeof part === 'string') return part;
  if ('heading' in part) return part.heading.toUpperCase();
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('code' in part) return `    ${part.code}`;
  return part.rows.map(([name, value]) => `${name}: ${value.replaceAll('\n', '\n  ')}`).join('\n');
};

const asHtml = (part: EmailPart): string => {
  if (typeof part === 'string') return `<p>${escapeLines(part)}</p>`;
  if ('heading' in part) return `<h2>${escapeHtml(part.heading)}</h2>`;
  if ('link' in part) return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>\n<p>${escapeHtml(part.link)}</p>`;
  if ('code' in part) return `<p><strong>${escapeHtml(part.code)}</strong></p>`;
  const rows = part.rows.map(
    ([name, value]) => `<tr><th scope="row" align="left" valign="top">${escapeLines(name)}</th><td>${escapeLines(value)}</td></tr>`,
  );
  return `<table cellpadding="4">\n${rows.join('\n')}\n</table>`;
};

/** Renders both forms. Values are escaped in the HTML; the subject becomes one line, against header injection. */
export const renderEmail = ({ subject, parts }: Email): RenderedEmail => {
  const subjectLine = subject.replaceAll(/\s+/g, ' ').trim();
  const body = parts.map(asHtml).join('\n');
  return {
    subject: subjectLine,
    text: `${parts.map(asText).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en-GB">\n<head><meta charset="utf-8"><title>${escapeHtml(subjectLine)}</title></head>\n<body>\n${body}\n</body>\n</html>\n`,
  };
};
