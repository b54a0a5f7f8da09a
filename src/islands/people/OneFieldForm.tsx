import type { ComponentProps, ReactNode } from 'react';
import type { Person } from '../../shared/people/staff.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import type { InputField } from '../ui/forms/Field.tsx';
import { type OneField, useOneField } from '../ui/forms/use-one-field.ts';

interface OneFieldFormProps extends OneField {
  person: Person;
  title: string;
  /** What stands in the field at first. */
  first: string;
  /** What runs while it is saved. */
  task: string;
  /** What the button says. */
  button: string;
  /** The field itself: what it is handed goes to its `<InputField>`. */
  children: (field: Omit<ComponentProps<typeof InputField>, 'label'>) => ReactNode;
}

/** One thing that is set of somebody's account, with a button of its own. */
export function OneFieldForm(props: OneFieldFormProps) {
  const { person, title, first, task, button, children, ...sending } = props;
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const { field, onSubmit } = useOneField(first, sending);
  return (
    <form noValidate aria-label={title} className="grid gap-3" onSubmit={onSubmit}>
      <h3 className="text-lg">{title}</h3>
      {children({ ...field, readOnly: running !== undefined })}
      <div>
        <TaskButton type="submit" className="btn" task={task} running={running} busyLabel="Saving…">
          {button}
        </TaskButton>
      </div>
    </form>
  );
}
