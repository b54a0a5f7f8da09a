import { emailAddress } from '../fields.ts';
import { z } from '../zod.ts';

export const orderLinksSchema = z.object({ email: emailAddress('The email address') });

export const maxLinksInMail = 20;
