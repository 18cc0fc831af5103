/** The sandbox's shop: orders, stock and exchange rates, for its tools, assistants and threads. */
import shop from './seed/shop.json' with { type: 'json' };

export type Order = (typeof shop.orders)[number];

export const ORDERS: readonly Order[] = shop.orders;

/** The order whose number is in a text, if any. */
export const findOrder = (text: string): Order | undefined =>
  ORDERS.find(({ orderNumber }) => new RegExp(`\\b${orderNumber}\\b`).test(text));

/** Units in stock by article number and warehouse. */
export const STOCK: Readonly<Record<string, (typeof shop.stock)['TT-2P']>> = shop.stock;

/** Units of a currency per euro, fixed so that results are reproducible. */
export const RATES: Readonly<Record<string, number>> = shop.rates;
