import type { ComponentProps } from 'react';
import { limits } from '../../shared/limits.ts';
import { InputField } from '../ui/forms/Field.tsx';

/** Where mail to somebody who works here goes, if they want any. */
export function AddressField(props: Omit<ComponentProps<typeof InputField>, 'label'>) {
  return <InputField label="Address" optional type="email" limit={limits.emailCharacters} {...props} />;
}
