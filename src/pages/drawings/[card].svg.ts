import type { APIRoute } from 'astro';
import { day, lines, night } from '../../../tailwind.config.mjs';
import { accentOf } from '../../shared/shop/accent.ts';
import { type CardName, siteCards } from '../../ui/CardLines.tsx';
import { findDrawing } from '../../ui/card-files.ts';

/* The drawings of the home page and of sample letters, in the color of the business. */

/** Draws a card as an SVG in the site's colors, light or dark as the visitor's device; 404 for an unknown card. */
export const GET: APIRoute = ({ params: { card = '' }, locals }) => {
  const drawing = siteCards[card as CardName] ?? findDrawing(card);
  if (!drawing) return new Response(null, { status: 404 });
  const { fine, bold, solid } = drawing;
  const { accentHue } = locals.site;
  const own = accentHue === null ? { day: day.primary, night: night.primary } : accentOf(accentHue);
  const colors = (primary: string, accent: string) =>
    `.fine{stroke:${accent};stroke-width:${lines.page.fine}}.bold{stroke:${primary};stroke-width:${lines.page.bold}}.solid{fill:${accent}}`;
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 200" width="120" height="200" fill="none" stroke-linecap="round" stroke-linejoin="round">
<style>${colors(own.day, day.accent)}@media (prefers-color-scheme:dark){${colors(own.night, night.accent)}}</style>
<path class="fine" vector-effect="non-scaling-stroke" d="${fine}"/>
<path class="bold" vector-effect="non-scaling-stroke" d="${bold}"/>
<path class="solid" d="${solid}"/>
</svg>
`,
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
};
