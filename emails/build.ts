/**
 * Compiles emails/*.mjml and emails/*.txt into src/server/delivery/templates.generated.ts, one typed function per
 * message. Runs at build time (`node emails/build.ts`): MJML is slow and escapes nothing, so the running
 * server never sees it. In a template:
 *
 *   {{name}}                                  a declared value, escaped for the part it stands in
 *   {{paragraphs:name}}                       a declared text of several paragraphs
 *   {{#if flag}}…{{else}}…{{/if}}             a declared flag; the else part may be left out
 *   theme(day.primary)                        a design token, of the groups that `tokens` names below
 *
 * In MJML a tag stands inside mj-text, mj-table or mj-raw, where the content is taken as it is.
 * The first line of the text part is `Subject: …`.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mjml2html, { type MjmlNode } from 'mjml';
import { day, mail, night } from '../tailwind.config.mjs';

type Kind = 'line' | 'link' | 'paragraphs' | 'flag';

interface Template {
  name: string;
  /** What the message is, for the docstring of its function. */
  about: string;
  values: Record<string, readonly [kind: Kind, about: string]>;
}

const site = {
  siteName: ['line', 'the name customers know us by'],
  contactEmail: ['line', 'the address customers write to'],
} as const;
const siteUrl = ['link', 'the origin customers see, http or https'] as const;
const orderUrl = ['link', "the order's own page, with the secret that opens it"] as const;
const orderNumber = ['line', 'as the customer sees it'] as const;

const templates: readonly Template[] = [
  {
    name: 'order-confirmation',
    about: 'To the customer, right after the payment. Says nothing about what was asked.',
    values: {
      ...site,
      siteUrl,
      orderUrl,
      billingDescriptor: ['line', 'what the card statement will say; shown when paid'],
      customerName: ['line', 'the full name given at checkout'],
      orderNumber,
      amount: ['line', 'formatted, for example "$60.00"; shown when paid'],
      dueDate: ['line', 'formatted, for example "Wednesday, 25 November"'],
      paid: ['flag', 'false when the reading was free: no amount and no card statement are mentioned then'],
    },
  },
  {
    name: 'reading-delivery',
    about: 'The reading itself, set like a letter.',
    values: {
      ...site,
      siteUrl,
      orderUrl,
      orderNumber,
      addresseeName: ['line', 'the name the customer asked the reading to use'],
      reading: ['paragraphs', 'the approved text; blank lines part paragraphs'],
    },
  },
  {
    name: 'notice',
    about: "To somebody who works here, about an order. Nothing in it is the customer's.",
    values: {
      ...site,
      subject: ['line', 'what happened, with the number of the order'],
      message: ['line', 'a sentence or two'],
      hasFeedback: ['flag', 'whether an admin has said what should be different'],
      feedback: ['paragraphs', "the admin's words"],
      action: ['line', 'what can be done about it: the words on the button'],
      deskUrl: ['link', 'the place in the dashboard where it is done'],
    },
  },
  {
    name: 'password-reset',
    about: 'To somebody who works here and has forgotten their password.',
    values: {
      ...site,
      siteUrl,
      username: ['line', 'the name they sign in with'],
      resetUrl: ['link', 'where the new password is set, with the secret that allows it'],
    },
  },
  {
    name: 'test-email',
    about: 'A fixed text that shows that mail arrives.',
    values: site,
  },
];

/** A mistake in a template: reported as one line, without a stack. */
class TemplateError extends Error {}

type Part =
  | { type: 'static'; text: string }
  | { type: 'value'; name: string; wantsParagraphs: boolean }
  | { type: 'if'; name: string; whenSet: Part[]; otherwise: Part[] };

const tokens: Record<string, Record<string, string>> = { day, night, mail };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function read(path: string): string {
  try {
    return readFileSync(here(path), 'utf8');
  } catch {
    throw new TemplateError(`emails/${path.slice(2)}: cannot be read`);
  }
}

/** Cuts a template at its tags. `where` names it in error messages. */
function parse(source: string, where: string): Part[] {
  const root: Part[] = [];
  const open: { condition: Part & { type: 'if' }; outer: Part[] }[] = [];
  let current = root;
  let position = 0;

  const addStatic = (text: string) => {
    if (text.includes('{{') || text.includes('}}')) throw new TemplateError(`${where}: unbalanced {{ or }}`);
    if (text) current.push({ type: 'static', text });
  };

  for (const match of source.matchAll(/\{\{(.*?)\}\}/gs)) {
    addStatic(source.slice(position, match.index));
    position = match.index + match[0].length;
    const tag = (match[1] ?? '').trim();
    const condition = /^#if (\w+)$/.exec(tag)?.[1];
    const value = /^(paragraphs:)?(\w+)$/.exec(tag);

    if (condition) {
      const part: Part & { type: 'if' } = { type: 'if', name: condition, whenSet: [], otherwise: [] };
      current.push(part);
      open.push({ condition: part, outer: current });
      current = part.whenSet;
    } else if (tag === 'else') {
      const innermost = open.at(-1);
      if (!innermost || current !== innermost.condition.whenSet)
        throw new TemplateError(`${where}: {{else}} without {{#if …}}`);
      current = innermost.condition.otherwise;
    } else if (tag === '/if') {
      const innermost = open.pop();
      if (!innermost) throw new TemplateError(`${where}: {{/if}} without {{#if …}}`);
      current = innermost.outer;
    } else if (value?.[2]) {
      current.push({ type: 'value', name: value[2], wantsParagraphs: value[1] !== undefined });
    } else {
      throw new TemplateError(`${where}: cannot read the tag {{${tag}}}`);
    }
  }
  addStatic(source.slice(position));
  const unclosed = open.at(-1);
  if (unclosed) throw new TemplateError(`${where}: {{#if ${unclosed.condition.name}}} is not closed`);
  return root;
}

/**
 * The TypeScript expression for some parts; notes every value it meets in `used`.
 * Everything becomes a string literal or a call, so a value is never read as a template again.
 */
function toExpression(
  parts: Part[],
  as: 'html' | 'text',
  template: Template,
  where: string,
  used: Set<string>,
): string {
  const terms = parts.map((part): string => {
    if (part.type === 'static') return JSON.stringify(part.text);
    const kind = template.values[part.name]?.[0];
    if (!kind)
      throw new TemplateError(`${where}: uses "${part.name}", which emails/build.ts does not declare`);
    used.add(part.name);
    if (part.type === 'if') {
      if (kind !== 'flag') throw new TemplateError(`${where}: {{#if ${part.name}}} needs a flag`);
      const [whenSet, otherwise] = [part.whenSet, part.otherwise].map((branch) =>
        toExpression(branch, as, template, where, used),
      );
      return `(values.${part.name} ? ${whenSet} : ${otherwise})`;
    }
    if (kind === 'flag') throw new TemplateError(`${where}: "${part.name}" is a flag, for {{#if …}} only`);
    if (part.wantsParagraphs !== (kind === 'paragraphs'))
      throw new TemplateError(`${where}: "${part.name}" is declared as ${kind}, the tag says otherwise`);
    const access = `values.${part.name}`;
    if (kind === 'paragraphs') return as === 'html' ? `paragraphs(${access})` : `prose(${access})`;
    const plain = kind === 'link' ? `webAddress(${access})` : `line(${access})`;
    return as === 'html' ? `escapeHtml(${plain})` : plain;
  });
  return terms.join(' + ') || "''";
}

/** Text between elements that MJML would drop in silence, and with it half of an {{#if}}. */
function refuseStrayText(node: MjmlNode, where: string): void {
  if (node.content?.trim() && node.children?.length)
    throw new TemplateError(
      `${where}: text outside mj-text, mj-table or mj-raw, in ${node.tagName}: ${node.content.trim()}`,
    );
  for (const child of node.children ?? []) refuseStrayText(child, where);
}

/** Escaping makes a value safe in text and in quoted attributes, and nowhere else. */
function refuseUnsafePlaces(html: string, template: Template, where: string): void {
  const unsafe = /<!--(?:(?!-->).)*\{\{|<(style|script)\b(?:(?!<\/\1).)*\{\{|=\s*\{\{/s.exec(html);
  if (unsafe)
    throw new TemplateError(`${where}: a value inside a comment, a style, a script or an unquoted attribute`);
  for (const [, name = ''] of html.matchAll(/(?:href|src|style|background)\s*=\s*["']\s*\{\{\s*(\w*)/g)) {
    if (template.values[name]?.[0] !== 'link')
      throw new TemplateError(`${where}: "${name}" starts a link but is not declared as one`);
  }
}

/** Puts in the design tokens. MJML calls it for what it includes as well. */
function withTokens(mjml: string): string {
  return mjml.replace(/theme\((\w+)\.([\w-]+)\)/g, (tag, group: string, name: string) => {
    const value = tokens[group]?.[name];
    if (!value) throw new TemplateError(`there is no design token ${tag}`);
    return value;
  });
}

async function compileHtml(template: Template, where: string): Promise<string> {
  const { html, json } = await mjml2html(read(`./${template.name}.mjml`), {
    filePath: here(`./${template.name}.mjml`),
    // Includes are read from this folder only: mjml refuses paths that lead out of it.
    ignoreIncludes: false,
    keepComments: false,
    fonts: {},
    validationLevel: 'strict',
    preprocessors: [withTokens],
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemplateError(`${where}: ${reason.replace(/\s+/g, ' ')}`);
  });
  if (html.includes('mj-include')) throw new TemplateError(`${where}: an mj-include could not be read`);
  refuseStrayText(json, where);
  refuseUnsafePlaces(html, template, where);
  // Notes and indentation stay here: some clients cut a long mail off.
  return html
    .replace(/<style\b.*?<\/style>/gs, (style) => style.replace(/\/\*.*?\*\//gs, ''))
    .replace(/^[ \t]+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

/** Splits off the subject; block tags alone on a line take their line with them. */
function readText(template: Template, where: string): { subject: string; body: string } {
  const source = read(`./${template.name}.txt`).replaceAll('\r\n', '\n');
  const [, subject, body] = /^Subject: ([^\n]+)\n+(.*)$/s.exec(source) ?? [];
  if (!subject || !body) throw new TemplateError(`${where}: the first line must be "Subject: …"`);
  return { subject, body: body.replace(/^[ \t]*(\{\{(?:#if \w+|else|\/if)\}\})[ \t]*\n/gm, '$1') };
}

const pascalCase = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

async function toFunction(template: Template): Promise<string> {
  const [mjmlFile, textFile] = [`emails/${template.name}.mjml`, `emails/${template.name}.txt`];
  const html = await compileHtml(template, mjmlFile);
  const { subject, body } = readText(template, textFile);
  const used = new Set<string>();
  const subjectExpression = toExpression(parse(subject, textFile), 'text', template, textFile, used);
  const textExpression = toExpression(parse(body, textFile), 'text', template, textFile, used);
  const htmlExpression = toExpression(parse(html, mjmlFile), 'html', template, mjmlFile, used);
  const unused = Object.keys(template.values).find((name) => !used.has(name));
  if (unused)
    throw new TemplateError(`${mjmlFile}: "${unused}" is declared in emails/build.ts but nothing uses it`);

  const pascal = pascalCase(template.name);
  const fields = Object.entries(template.values).map(
    ([name, [kind, about]]) => `  /** ${about} */\n  ${name}${kind === 'flag' ? ': boolean' : ': string'};\n`,
  );
  return `/** What render${pascal} needs; everything is escaped there. */
export interface ${pascal}Values {
${fields.join('')}}

/** ${template.about} */
export function render${pascal}(values: ${pascal}Values): RenderedMail {
  return {
    subject: line(${subjectExpression}),
    html: ${htmlExpression},
    text: ${textExpression},
  };
}
`;
}

/** Builds every template; leaves the file alone when nothing changed, so that watchers stay quiet. */
async function build(): Promise<void> {
  const target = here('../src/server/delivery/templates.generated.ts');
  const functions = await Promise.all(templates.map(toFunction));
  const content = `// Generated by emails/build.ts from emails/*.mjml and emails/*.txt. Edit those, not this.
import { escapeHtml, line, paragraphs, prose, webAddress } from './template-runtime.ts';

/** A message ready to be addressed: its text part says what its HTML part says. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

${functions.join('\n')}`;

  let previous = '';
  try {
    previous = readFileSync(target, 'utf8');
  } catch {
    // The first build.
  }
  if (content === previous) return;
  // Renamed into place, so that a server starting meanwhile never reads half a file.
  const temporary = `${target}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, target);
}

try {
  await build();
} catch (error) {
  if (!(error instanceof TemplateError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
