import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * Part of `npm run check`: words that were read twice, and what to write instead. They are refused in comments, in the
 * names of tests, and in the texts of screens, mails and documents.
 */

const everywhere: [RegExp, string][] = [
  [/\b(some|no)body\b/i, 'the actor: the admin, a customer, no one else'],
  [/\bwhoever\b/i, 'the actor'],
  [/\banew\b/i, 'again'],
  [/\bany more\b/i, 'no longer'],
  [/\b(is|are|was|were) told\b(?! (to|apart))/i, 'shows, mails, says, reports'],
  [/\bof (today|before)\b/i, 'today’s, earlier'],
  [/(?<!there )\b(is|are|was) none\b/i, 'the fact: isn’t a number, there isn’t one'],
  [/\bbe that\b/i, 'the fact'],
  [/\bwhat is so\b/i, 'the fact'],
  [/\bwhat became of\b/i, 'the outcome of'],
  [/\b(may|to) stand (on|in)\b/i, 'appear'],
  [/\bhas to be (answered|pressed)\b/i, 'required, press'],
  [/\bfor once\b/i, 'once'],
  [/\bin small\b/i, 'briefly'],
  [/\ball alike\b/i, 'the same'],
  [
    /(?<!there )\bis no (number|price|day|text|email|address|answer|request|code|color|word|url)\b/i,
    'isn’t a …',
  ],
  [/\bof a name of (its|their) own\b/i, 'with its own name'],
  [/\bsays kindly\b|\bkindly\b/i, 'plain words'],
  [/\bthereby\b|\bmoreover\b|\bnaught\b|\bhence\b/i, 'two sentences'],
  [/\bthings? needs? you\b/i, 'needs attention'],
  [/\bToo late\?/, 'Doesn’t work for you?'],
  [/\bReading due by\b/, 'In your inbox by'],
  [/\bWasn[’']t you\?/, 'Didn’t ask for this?'],
  [/\bFind or do\b/, 'Search or run'],
  [/\bUses in all\b/, 'Total uses'],
  [/\bKind of answer\b/, 'Answer type'],
  [/\bIts link stands\b/, 'Shown on…'],
  [/\bAs customers meet it\b/, 'Preview'],
  [/\bWhat readers typed\b/, 'Drafts'],
  [/\buntil you say otherwise\b/, 'Keep'],
];
/** At the beginning of a test's name: a clause in the subject's place. */
const testNames: [RegExp, string][] = [
  [/^(what|whatever|that) /i, 'a noun as the subject'],
  [/^(who|whose) /i, 'the actor as the subject'],
  [/^(one|those) (that|who|which|of) /i, 'a noun as the subject'],
  [/^of (a|an|the|all|two|many|several)\b/i, 'the subject first'],
];

const kinds = '*.ts *.tsx *.astro *.mjml *.txt *.md *.css'.split(' ');
// Migrations that were released, letters of the demo, and this list.
const left = [
  'tools/release/licenses',
  'db/migrations',
  'src/demo/sample-shop',
  'tests/old-databases',
  'tools/check-words.ts',
];
const files = execFileSync('git', ['ls-files', ...kinds], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && !left.some((start) => path.startsWith(start)));

/** Returns the comments and quoted texts of a line of code; all of a line of prose. */
function proseOf(line: string, isCode: boolean): string {
  if (!isCode) return line;
  const comment = /^\s*(\/?\*|\/\/)/.test(line) ? line : (line.match(/\s\/\/ .*$/)?.[0] ?? '');
  const quoted = line.match(
    /'(?:[^'\\]|\\.){12,}'|`(?:[^`\\]|\\.){12,}`|"(?:[^"\\]|\\.){12,}"|>[^<>{}]{12,}/g,
  );
  return [comment, ...(quoted ?? [])].join('  ');
}

let found = 0;
function report(path: string, index: number, words: string, instead: string): void {
  found += 1;
  console.error(`${path}:${index + 1} “${words.trim()}”. Write: ${instead}.`);
}

for (const path of files) {
  const isTest = /\.(test|e2e|built)\.tsx?$/.test(path);
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const prose = proseOf(line, /\.(tsx?|astro|css)$/.test(path));
    for (const [pattern, instead] of everywhere) {
      const [words] = pattern.exec(prose) ?? [];
      if (words) report(path, index, words, instead);
    }
    const [, name] = (isTest && /\b(?:test|it)\(\s*['"`](.*)/.exec(line)) || [];
    for (const [pattern, instead] of name ? testNames : []) {
      if (pattern.test(name ?? '')) report(path, index, (name ?? '').slice(0, 40), instead);
    }
  }
}
if (found > 0) process.exit(1);
