import { useDeskBase } from '../desk/desk-hooks.ts';
import { createReadingDesk } from './readings.ts';

export const useReadingDesk = () => useDeskBase().storeOf(createReadingDesk);
