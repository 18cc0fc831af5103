/** Stock and exchange rates of the shop: small tables behind two of the sandbox's tools. */

/** Units in stock by article number and warehouse. */
export const STOCK: Readonly<
  Record<string, { readonly name: string; readonly units: Readonly<Record<string, number>> }>
> = {
  'TJ-200-M': { name: 'Trail jacket, size M', units: { berlin: 14, milan: 3 } },
  'CS-110': { name: 'Camping stove', units: { berlin: 0, milan: 22 } },
  'TT-2P': { name: 'Two-person tent', units: { berlin: 41, milan: 17 } },
  'RB-420': { name: 'Roof box 420 l', units: { berlin: 0, milan: 5 } },
};

/** Units of a currency for one euro, fixed so that answers stay the same. */
export const RATES: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.08,
  GBP: 0.85,
  CHF: 0.95,
  SEK: 11.3,
  JPY: 163.2,
};
