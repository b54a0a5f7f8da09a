import type { Page } from '@playwright/test';
import { type Colleague, newTag, signInHere } from '../steps/desk-steps.ts';
import { expect, people } from '../steps/steps.ts';

/* What a walk through a task is made of. */

export const ways = ['by mouse', 'by keyboard', 'on a phone'] as const;
type Way = (typeof ways)[number];

/** Where a task is walked, and somebody at another screen who knows what has become of it. */
export interface Stage {
  page: Page;
  url: string;
  admin: Colleague;
}

interface Definition<Case> {
  name: string;
  /** The most keystrokes it may take: docs/keyboard.md says which tool needs as many. */
  keystrokes: number;
  /** Makes what there is before, and opens the page. Nobody has touched it when this is done. */
  begin: (stage: Stage) => Promise<Case>;
  byMouse: (page: Page, about: Case) => Promise<void>;
  byKeyboard: (keys: Keys, page: Page, about: Case) => Promise<void>;
  onPhone: (page: Page, about: Case) => Promise<void>;
  /** What a person sees at the end, and what the server knows. */
  done: (stage: Stage, about: Case) => Promise<void>;
}

interface Task {
  name: string;
  /** @returns the keys that it took */
  walk: (way: Way, stage: Stage) => Promise<string[]>;
}

export function task<Case>(definition: Definition<Case>): Task {
  const { name, keystrokes, begin, byMouse, byKeyboard, onPhone, done } = definition;
  return {
    name,
    async walk(way, stage) {
      const { page } = stage;
      const pointers = await notePointers(page);
      const about = await begin(stage);
      const keys = keysOf(page);
      if (way === 'by mouse') await byMouse(page, about);
      else if (way === 'by keyboard') await byKeyboard(keys, page, about);
      else await onPhone(page, about);
      await done(stage, about);
      expect([...pointers]).toEqual(
        { 'by mouse': ['mouse'], 'by keyboard': [], 'on a phone': ['touch'] }[way],
      );
      if (way === 'by keyboard')
        expect(keys.pressed.length, keys.pressed.join(', ')).toBeLessThanOrEqual(keystrokes);
      return keys.pressed;
    },
  };
}

/** A keyboard that counts: a key or a chord is one stroke, and what a person has to say, letter by letter, is none. */
export interface Keys {
  readonly pressed: string[];
  press(key: string): Promise<void>;
  type(words: string): Promise<void>;
}

function keysOf({ keyboard }: Page): Keys {
  const pressed: string[] = [];
  return {
    pressed,
    async press(key) {
      pressed.push(key);
      await keyboard.press(key);
    },
    type: (words) => keyboard.type(words),
  };
}

/** @returns what the page was pressed with so far: a mouse, a finger */
async function notePointers(page: Page): Promise<Set<string>> {
  const pointers = new Set<string>();
  await page.exposeFunction('notePointer', (type: string) => void pointers.add(type));
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      ({ pointerType }) => Reflect.get(window, 'notePointer')(pointerType),
      true,
    );
  });
  return pointers;
}

export interface Reader {
  id: string;
  username: string;
}

/** Somebody new, who has nothing to write yet. */
export async function newReader({ admin }: Stage): Promise<Reader> {
  const username = `reader.${newTag()}`;
  await admin.ask('POST', '/api/staff', { username, password, role: 'reader' });
  return { id: await admin.readerId(username), username };
}

const password = 'three quiet cards';

/** Signs in without the screens for it, and opens a page. */
export async function openAs({ page, url }: Stage, who: Reader | 'admin', path: string): Promise<void> {
  const { status } =
    who === 'admin'
      ? await signInHere(page, url, who, people.admin)
      : await signInHere(page, url, who.username, password);
  expect(status).toBe(200);
  await page.goto(path);
}
