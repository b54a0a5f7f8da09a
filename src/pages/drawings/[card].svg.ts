import type { APIRoute } from 'astro';
import { day, lines, night } from '../../../tailwind.config.mjs';
import { cardDrawings } from '../../islands/ui/drawings/card-drawings.ts';

/* The drawings of the front page, made when the site is built: within the page they would weigh too much. */
export const prerender = true;

const cards = ['wheel', 'star', 'hermit', 'chariot'] as const;

export function getStaticPaths() {
  return cards.map((card) => ({ params: { card }, props: { card } }));
}

export const GET: APIRoute<{ card: (typeof cards)[number] }> = ({ props }) => {
  const { fine, bold, solid } = cardDrawings[props.card];
  const colors = ({ accent, primary }: Record<'accent' | 'primary', string>) =>
    `.fine{stroke:${accent};stroke-width:${lines.page.fine}}.bold{stroke:${primary};stroke-width:${lines.page.bold}}.solid{fill:${accent}}`;
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 200" width="120" height="200" fill="none" stroke-linecap="round" stroke-linejoin="round">
<style>${colors(day)}@media (prefers-color-scheme:dark){${colors(night)}}</style>
<path class="fine" vector-effect="non-scaling-stroke" d="${fine}"/>
<path class="bold" vector-effect="non-scaling-stroke" d="${bold}"/>
<path class="solid" d="${solid}"/>
</svg>
`,
    { headers: { 'Content-Type': 'image/svg+xml' } },
  );
};
