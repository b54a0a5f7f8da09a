import { useState } from 'react';

/** @returns the data, or the last: what one choice shows stays until that of the next arrives */
export function useLast<T>(data: T | undefined): T | undefined {
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  return data ?? last;
}
