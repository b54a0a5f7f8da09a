-- Marks of all scripts and kinds of dashes no longer matter: what is not plain ASCII is folded again at the next start.
UPDATE orders SET search_text = '' WHERE search_text GLOB '*[^' || char(1) || '-~]*';
