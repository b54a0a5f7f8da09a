import { createPeople, type People } from '../../client/people/people.ts';
import { useAdminDesk } from '../desk/desk-context.ts';

/** @returns the stores of the people who work here, which come with the settings */
export function usePeople(): People {
  return useAdminDesk().later(createPeople);
}
