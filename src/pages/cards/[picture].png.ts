import type { APIRoute } from 'astro';
import { cardPicture } from '../../components/cards/card-picture.ts';
import { drawCard } from '../../islands/ui/drawings/deck/draw-card.ts';
import { deck } from '../../shared/readings/cards.ts';

/* The pictures in mails, made when the site is built: each card, upright and reversed. */
export const prerender = true;

interface Picture {
  card: string;
  isReversed: boolean;
}

export function getStaticPaths() {
  return deck.flatMap(({ slug }) => [
    { params: { picture: slug }, props: { card: slug, isReversed: false } satisfies Picture },
    { params: { picture: `${slug}-reversed` }, props: { card: slug, isReversed: true } satisfies Picture },
  ]);
}

export const GET: APIRoute<Picture> = async ({ props }) => {
  const drawing = drawCard(props.card);
  if (!drawing) throw new Error(`There is no drawing of ${props.card}.`);
  return new Response(new Uint8Array(await cardPicture(drawing, props.isReversed)), {
    headers: { 'Content-Type': 'image/png' },
  });
};
