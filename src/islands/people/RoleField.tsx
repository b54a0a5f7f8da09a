import type { ReactNode } from 'react';
import { roles } from '../../shared/people/roles.ts';
import type { Role } from '../../shared/people/staff.ts';
import { Field } from '../ui/forms/Field.tsx';

interface RoleFieldProps {
  hint?: ReactNode;
  role: Role;
  onChange: (role: Role) => void;
}

/** Whether an account is a reader's or an admin's. */
export function RoleField({ hint, role, onChange }: RoleFieldProps) {
  return (
    <Field label="Role" hint={hint}>
      {(aria) => (
        <select
          {...aria}
          className="select w-full"
          value={role}
          onChange={(event) => onChange(roles.find((known) => known === event.target.value) ?? 'reader')}
        >
          <option value="reader">Reader: writes readings</option>
          <option value="admin">Admin: everything on this dashboard</option>
        </select>
      )}
    </Field>
  );
}
