/** The sandbox's shop: orders, stock and exchange rates, for its tools, assistants and threads. */

export interface Order {
  readonly orderNumber: string;
  readonly customer: string;
  readonly status: 'paid' | 'shipped' | 'delivered' | 'returned' | 'delayed' | 'cancelled';
  readonly total: number;
  readonly currency: 'EUR' | 'USD' | 'GBP';
  readonly items: readonly string[];
  readonly carrier?: string;
  readonly trackingNumber?: string;
  /** Its state, in one sentence. */
  readonly note: string;
}

export const ORDERS: readonly Order[] = [
  {
    orderNumber: '10482',
    customer: 'Marta Keller',
    status: 'returned',
    total: 249,
    currency: 'EUR',
    items: ['Trail jacket, size M'],
    carrier: 'DHL',
    trackingNumber: 'JD014600011482',
    note: 'The return arrived in the warehouse with a torn zip; the refund waits for a human.',
  },
  {
    orderNumber: '10497',
    customer: 'Tom Okafor',
    status: 'delayed',
    total: 89.9,
    currency: 'EUR',
    items: ['Camping stove', 'Gas cartridge 450 g'],
    carrier: 'DPD',
    trackingNumber: '05308801497',
    note: 'The parcel has been in the Duisburg depot for four days; the carrier was asked.',
  },
  {
    orderNumber: '10503',
    customer: 'Aiko Brandt',
    status: 'shipped',
    total: 412.5,
    currency: 'EUR',
    items: ['Two-person tent', 'Sleeping mat', 'Head torch'],
    carrier: 'DHL',
    trackingNumber: 'JD014600011503',
    note: 'It left the warehouse yesterday and should arrive within two days.',
  },
  {
    orderNumber: '10511',
    customer: 'Liam Walsh',
    status: 'delivered',
    total: 64,
    currency: 'GBP',
    items: ['Merino base layer'],
    carrier: 'Royal Mail',
    trackingNumber: 'RM88210511GB',
    note: 'It was handed over to a neighbour.',
  },
  {
    orderNumber: '10520',
    customer: 'Sofia Rossi',
    status: 'paid',
    total: 1_180,
    currency: 'EUR',
    items: ['Touring bike rack', 'Roof box 420 l'],
    note: 'It is being packed; the roof box comes from the second warehouse.',
  },
  {
    orderNumber: '10526',
    customer: 'Noah Lindqvist',
    status: 'cancelled',
    total: 35.5,
    currency: 'EUR',
    items: ['Water filter'],
    note: 'The customer cancelled before it was packed; the money went back the same day.',
  },
];

/** The order whose number is in a text, if any. */
export function findOrder(text: string): Order | undefined {
  return ORDERS.find(({ orderNumber }) => new RegExp(`\\b${orderNumber}\\b`).test(text));
}

/** Units in stock by article number and warehouse. */
export const STOCK: Readonly<
  Record<string, { readonly name: string; readonly units: Readonly<Record<string, number>> }>
> = {
  'TJ-200-M': { name: 'Trail jacket, size M', units: { berlin: 14, milan: 3 } },
  'CS-110': { name: 'Camping stove', units: { berlin: 0, milan: 22 } },
  'TT-2P': { name: 'Two-person tent', units: { berlin: 41, milan: 17 } },
  'RB-420': { name: 'Roof box 420 l', units: { berlin: 0, milan: 5 } },
};

/** Units of a currency per euro, fixed so that answers are reproducible. */
export const RATES: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.08,
  GBP: 0.85,
  CHF: 0.95,
  SEK: 11.3,
  JPY: 163.2,
};
