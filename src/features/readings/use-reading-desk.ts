import { useDeskBase } from '../desk/desk-hooks.ts';
import { createReadingDesk } from './reading-store.ts';

export const useReadingDesk = () => useDeskBase().storeOf(createReadingDesk);
