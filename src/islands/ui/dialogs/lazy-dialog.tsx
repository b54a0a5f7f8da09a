import { type ComponentType, useEffect, useState } from 'react';
import { retriable } from '../../../client/retriable.ts';
import { showToast } from '../../../client/toasts.ts';

interface Openable {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * A dialog that the first screen does without: its code is fetched when it is opened first, if nothing else needed the
 * same before. One that cannot be fetched says so and is closed; to open it anew is another try.
 *
 * @param load imports its module
 * @param name what it is called there
 * @param what begins the sentence that says that it could not be loaded
 */
export function lazyDialog<Name extends string, Props extends Openable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  what: string,
): ComponentType<Props> {
  const fetchDialog = retriable(load, name);
  let Loaded: ComponentType<Props> | null = null;

  return function Dialog(props: Props) {
    const { open, onOpenChange } = props;
    const [, setIsThere] = useState(Loaded !== null);
    // biome-ignore lint/correctness/useExhaustiveDependencies: one try each time it is opened
    useEffect(() => {
      if (!open || Loaded) return;
      fetchDialog().then(
        (component) => {
          Loaded = component;
          setIsThere(true);
        },
        () => {
          onOpenChange(false);
          showToast({
            title: 'Not Opened',
            description: `${what} could not be loaded. Please check your connection and try again.`,
            variant: 'destructive',
          });
        },
      );
    }, [open]);
    return Loaded && <Loaded {...props} />;
  };
}
