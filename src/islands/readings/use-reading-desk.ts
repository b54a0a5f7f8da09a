import { createReadingDesk } from '../../client/readings/readings.ts';
import { useDeskBase } from '../desk/desk-hooks.ts';

export const useReadingDesk = () => useDeskBase().storeOf(createReadingDesk);
