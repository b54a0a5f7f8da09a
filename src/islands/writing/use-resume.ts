import { useEffect } from 'react';

/** Saves what could not be saved when the connection is back, and before somebody turns to another tab. */
export function useResume({ resume }: { resume: () => void }): void {
  useEffect(() => {
    addEventListener('online', resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', resume);
    };
  }, [resume]);
}
