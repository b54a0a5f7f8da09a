import type Handlebars from 'handlebars';
import runtime from 'handlebars/runtime.js';
import { cleanLine, cleanText, directionOf } from '../../shared/text.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** In light and in dark mode, as `#rrggbb`. */
interface MailAccent {
  day: string;
  night: string;
}

// The runtime's own declarations are empty.
const { create, escapeExpression, SafeString } = runtime as typeof Handlebars;

export const escapeHtml = escapeExpression;

/** Removes control characters, trailing spaces and repeated blank lines. Does not escape. */
export function prose(value: string): string {
  return cleanText(value)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n');
}

/** Returns an http(s) URL unchanged, and `#` for any other text, so that links have no other scheme. */
export function webAddress(value: string): string {
  const address = cleanLine(value);
  return /^https?:\/\/[^\s]+$/i.test(address) ? address : '#';
}

const orderNumbers = /\bCT-[0-9A-Z]{6}\b/g;

/** Returns a text as escaped HTML paragraphs, each with its own script's direction. */
export function paragraphs(value: string): string {
  return prose(value)
    .split('\n\n')
    .map((paragraph) => {
      const html = escapeHtml(paragraph).replace(orderNumbers, '<span style="white-space:nowrap">$&</span>');
      return `<p dir="${directionOf(paragraph)}" style="margin:0 0 20px">${html.replaceAll('\n', '<br>')}</p>`;
    })
    .join('\n');
}

/** Escapes a URL for the quotes of an HTML attribute, except `=`, for programs that rewrite a mail's links. */
export function linkAttribute(value: string): string {
  return escapeHtml(webAddress(value)).replaceAll('&#x3D;', '=');
}

const line = (value: string) => cleanLine(value);
const direction = (value: string) => directionOf(cleanLine(value));

const htmlPart = create();
htmlPart.registerHelper({
  line,
  direction,
  link: (value: string) => new SafeString(linkAttribute(value)),
  paragraphs: (value: string) => new SafeString(paragraphs(value)),
});

const textPart = create();
textPart.registerHelper({ line, link: webAddress, paragraphs: prose });

/** Returns the function that renders a mail from the templates that `emails/build.ts` compiled. @public */
export function mailTemplate<Values>(
  defaultAccent: MailAccent,
  parts: Record<'subject' | 'html' | 'text', TemplateSpecification>,
) {
  const subject = textPart.template(parts.subject);
  const html = htmlPart.template(parts.html);
  const text = textPart.template(parts.text);
  return (values: Values & { accent?: MailAccent | undefined }): RenderedMail => {
    const all = { ...values, accent: values.accent ?? defaultAccent };
    return { subject: cleanLine(subject(all)), html: html(all), text: text(all) };
  };
}
