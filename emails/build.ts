/**
 * Compiles emails/*.mjml and emails/*.txt into src/server/mail/templates.generated.ts, one typed function per
 * mail (`node emails/build.ts`). MJML is slow and escapes nothing, so the server never runs it. In a template:
 *
 *   {{value}}                         a line of text; every value is escaped for its place
 *   {{name:value}}                    a person's name, which may run in another direction than the text around it
 *   {{link:value}}                    a web address
 *   {{paragraphs:value}}              a text of several paragraphs
 *   {{links:value}}  {{cards:value}}  a list of links or of drawn cards
 *   {{#if flag}}…{{else}}…{{/if}}     the else part may be left out
 *   theme(day.primary)                a design token; the business may have chosen another primary color
 *
 * A text part begins with `Subject: …`. An .mjml file begins with `Preview: …` and `Footer: …`; the rest of it goes into
 * layout.mjml, with tags only within mj-text, mj-table and mj-raw.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mjml2html, { type MjmlNode } from 'mjml';
import { day, mail, night } from '../tailwind.config.mjs';

const tokens: Record<string, Record<string, string>> = { day, night, mail };
const chosen = { [day.primary]: 'accent.day', [night.primary]: 'accent.night' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (name: string) => readFileSync(here(name), 'utf8').replaceAll('\r\n', '\n');

function withTokens(mjml: string): string {
  return mjml.replace(/theme\((\w+)\.([\w-]+)\)/g, (tag, group: string, name: string) => {
    const value = tokens[group]?.[name];
    if (!value) throw new Error(`there is no design token ${tag}`);
    return value;
  });
}

function refuseStrayText({ tagName, content, children = [] }: MjmlNode): void {
  if (content?.trim() && children.length > 0) throw new Error(`text in ${tagName}: ${content.trim()}`);
  children.forEach(refuseStrayText);
}

/** Escaping makes a value safe in text and in quoted attributes only. */
function refuseUnsafePlaces(html: string): void {
  const [unsafe] = /<!--(?:(?!-->).)*\{\{|<(style|script)\b(?:(?!<\/\1).)*\{\{|=\s*\{\{/s.exec(html) ?? [];
  if (unsafe) throw new Error('a value inside a comment, a style, a script or an unquoted attribute');
  const [, name] = /(?:href|src|style|background)\s*=\s*["']\s*\{\{(?!link:)(.*?)\}\}/.exec(html) ?? [];
  if (name) throw new Error(`"${name}" starts a link but is not marked as one`);
}

async function compileHtml(name: string, subject: string): Promise<string> {
  const [, preview, footer, content] =
    /^Preview: ([^\n]+)\nFooter: ([^\n]+)\n\n(.*)$/s.exec(read(`${name}.mjml`)) ?? [];
  if (!preview || !footer || !content) throw new Error('it must begin with "Preview: …" and "Footer: …"');
  const parts: Record<string, string> = { subject, preview, footer, content };
  const mjml = read('layout.mjml').replace(/%(\w+)%/g, (mark, part: string) => parts[part] ?? mark);
  const { html, json } = await mjml2html(withTokens(mjml), {
    keepComments: false,
    fonts: {},
    validationLevel: 'strict',
  });
  refuseStrayText(json);
  refuseUnsafePlaces(html);
  return html
    .replace(/<style\b.*?<\/style>/gs, (style) => style.replace(/\/\*.*?\*\//gs, ''))
    .replace(/^[ \t]+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

const forms: Record<string, { html: (value: string) => string; text: string; type: string }> = {
  line: { html: (value) => `escapeHtml(cleanLine(${value}))`, text: 'cleanLine', type: 'string' },
  name: { html: (value) => `isolated(${value})`, text: 'cleanLine', type: 'string' },
  link: { html: (value) => `escapeHtml(webAddress(${value}))`, text: 'webAddress', type: 'string' },
  paragraphs: { html: (value) => `paragraphs(${value})`, text: 'prose', type: 'string' },
  links: { html: (value) => `linkList(${value})`, text: 'linkLines', type: 'readonly MailLink[]' },
  cards: { html: (value) => `cardRow(${value})`, text: 'cardLines', type: 'readonly MailCard[]' },
};

/** Turns a template into a template literal. @param types receives the type of each value */
function toLiteral(source: string, part: 'html' | 'text', types: Map<string, string>): string {
  const hasElse: boolean[] = [];
  const use = (name: string, type: string) => {
    if (types.has(name) && types.get(name) !== type) throw new Error(`"${name}" has two types`);
    types.set(name, type);
    return `values.${name}`;
  };
  const toExpression = (tag: string): string => {
    const condition = /^#if (\w+)$/.exec(tag)?.[1];
    const [, form = 'line', name = ''] = /^(?:(\w+):)?(\w+)$/.exec(tag) ?? [];
    if (condition) {
      hasElse.push(false);
      return `\${${use(condition, 'boolean')} ? \``;
    }
    if (tag === 'else' && hasElse.pop() === false) {
      hasElse.push(true);
      return '` : `';
    }
    if (tag === '/if' && hasElse.length > 0) return hasElse.pop() ? '`}' : '` : ``}';
    const rule = forms[form];
    if (tag === 'else' || !name || !rule) throw new Error(`cannot read the tag {{${tag}}}`);
    const value = use(name, rule.type);
    return `\${${part === 'html' ? rule.html(value) : `${rule.text}(${value})`}}`;
  };
  const pieces = source.split(/\{\{(.*?)\}\}/s).map((piece, index) => {
    if (index % 2 === 1) return toExpression(piece.trim());
    if (/\{\{|\}\}/.test(piece)) throw new Error('unbalanced {{ or }}');
    return piece.replace(/[\\`]|\$(?=\{)/g, '\\$&');
  });
  if (hasElse.length > 0) throw new Error('an {{#if …}} is not closed');
  return `\`${pieces.join('')}\``;
}

async function toFunction(name: string): Promise<string> {
  const [, subject, text] = /^Subject: ([^\n]+)\n+(.*)$/s.exec(read(`${name}.txt`)) ?? [];
  if (!subject || !text) throw new Error(`emails/${name}.txt must begin with "Subject: …"`);
  try {
    const types = new Map<string, string>();
    const html = toLiteral(await compileHtml(name, subject), 'html', types);
    const body = text.replace(/^[ \t]*(\{\{(?:#if \w+|else|\/if)\}\})[ \t]*\n/gm, '$1');
    const parts = [toLiteral(subject, 'text', types), toLiteral(body, 'text', types)];
    const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const colored = Object.entries(chosen).reduce(
      (literal, [token, value]) => literal.replaceAll(token, `\${${value}}`),
      html,
    );
    return `export function render${pascal}(values: {
${[...types].map(([value, type]) => `  ${value}: ${type};\n`).join('')}  accent?: MailAccent | undefined;
}): RenderedMail {
  const accent = values.accent ?? plum;
  return {
    subject: cleanLine(${parts[0]}),
    html: ${colored},
    text: ${parts[1]},
  };
}
`;
  } catch (error) {
    throw new Error(`emails/${name}`, { cause: error });
  }
}

const names = readdirSync(here('.')).flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? []);
const functions = await Promise.all(names.map(toFunction));
const content = `// Generated by emails/build.ts from emails/*.mjml and emails/*.txt. Edit those, not this.
import { cleanLine } from '../../shared/text.ts';
import { cardLines, cardRow, escapeHtml, isolated, linkLines, linkList, type MailCard, type MailLink, paragraphs, prose, webAddress } from './template-runtime.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** In light and in dark mode, as \`#rrggbb\`. */
export interface MailAccent {
  day: string;
  night: string;
}

const plum: MailAccent = { day: '${day.primary}', night: '${night.primary}' };

${functions.join('\n')}`;

// Left alone when nothing changed, so that watchers stay quiet; renamed into place, so that no server reads half a file.
const target = here('../src/server/mail/templates.generated.ts');
const previous = readdirSync(here('../src/server/mail')).includes('templates.generated.ts')
  ? readFileSync(target, 'utf8')
  : '';
if (content !== previous) {
  writeFileSync(`${target}.${process.pid}.tmp`, content);
  renameSync(`${target}.${process.pid}.tmp`, target);
}
