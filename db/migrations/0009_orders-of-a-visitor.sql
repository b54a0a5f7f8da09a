-- The payment of an order is the order's; a checkout keeps one that no order has taken.
INSERT INTO `checkout_orders` (`order_id`, `checkout_id`, `acknowledged_at`)
SELECT `order_id`, `id`, `acknowledged_at` FROM `checkouts`
WHERE `order_id` IN (SELECT `id` FROM `orders`);
--> statement-breakpoint
UPDATE `checkouts` SET `payment_intent_id` = NULL, `attempt` = `attempt` + 1 WHERE `order_id` IS NOT NULL;
