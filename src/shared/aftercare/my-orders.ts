import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

export const askForLinksSchema = z.object({ email: emailAddress('The email address') });

export const linksInMail = 20;
