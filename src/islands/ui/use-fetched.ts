import { type ComponentType, useEffect, useState } from 'react';

/**
 * Fetches a component once there is a reason for it.
 *
 * @param load made by `retriable`, once
 * @param reason falsy until it is needed; each new one is another try
 * @param onMissing called when it could not be fetched
 * @returns null until it is there
 */
export function useFetched<Props>(
  load: () => Promise<ComponentType<Props>>,
  reason: unknown,
  onMissing?: () => void,
): ComponentType<Props> | null {
  const [Fetched, setFetched] = useState<ComponentType<Props> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onMissing` is no reason to try again
  useEffect(() => {
    if (!reason || Fetched) return;
    load().then(
      (component) => setFetched(() => component),
      () => onMissing?.(),
    );
  }, [load, reason, Fetched]);
  return Fetched;
}
