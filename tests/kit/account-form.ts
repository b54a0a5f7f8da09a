import type { AccountChange } from '../../src/shared/people/account-schema.ts';

export function accountForm(change: AccountChange & { currentPassword?: string }, picture?: File): FormData {
  const form = new FormData();
  form.set('account', JSON.stringify(change));
  if (picture) form.set('picture', picture);
  return form;
}

/** A white PNG of 128 by 128 pixels. */
export const whitePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACAAQMAAAD58POIAAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx2NgGAWjYBSMglEwCkbBKKAvAAAIgAABbisdVAAAAABJRU5ErkJggg==',
  'base64',
);

export function pictureForm(version: number, content: string | Buffer | null = whitePng): FormData {
  const form = new FormData();
  form.set('version', String(version));
  if (content) form.set('picture', new File([content as BlobPart], 'picture'));
  return form;
}
