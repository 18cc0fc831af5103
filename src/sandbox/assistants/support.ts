/** The support assistant: it finds the order in question and says where it stands. */
import { findOrder, type Order } from '../shop/orders.ts';
import type { Question } from './assistant.ts';

/** Answers about orders. The order is named in the message, in `context.orderNumber`, or earlier in the chat. */
export function answerSupport({ message, earlier, context }: Question): string {
  const named = [message, String(context.orderNumber ?? ''), ...earlier.toReversed()];
  const order = named.map(findOrder).find((found) => found !== undefined);
  if (order !== undefined) return about(order, message);
  const number = /\b\d{4,6}\b/.exec(message)?.[0];
  if (number !== undefined) return `I could not find an order ${number}. Could you check the number in your e-mail?`;
  if (/\b(return|refund|send back)/i.test(message)) {
    return 'You can return anything unused within 30 days; the money is refunded within five working days of the parcel arriving. Which order is it about?';
  }
  if (/\b(ship|deliver|arrive)/i.test(message)) {
    return 'We deliver within two to four working days in the EU. Tell me the order number, and I will look up the parcel.';
  }
  return 'I can look up orders, returns and refunds. Please tell me the five-digit order number, such as 10503.';
}

function about(order: Order, message: string): string {
  const money = `${order.total.toFixed(2)} ${order.currency}`;
  const start = `Order ${order.orderNumber} (${order.items.join(', ')}; ${money}) is ${order.status}.`;
  const parcel =
    order.carrier === undefined ? 'It has no parcel yet.' : `It goes with ${order.carrier}, ${order.trackingNumber}.`;
  if (/\b(refund|money back|return)/i.test(message)) {
    return `${start} ${order.note} A refund would be ${money}; a person has to approve it.`;
  }
  if (/\b(cancel)/i.test(message)) {
    const open = order.status === 'paid';
    return `${start} ${open ? 'It can still be cancelled: nothing has left the warehouse.' : 'It can no longer be cancelled; it can be returned.'}`;
  }
  return `${start} ${order.note} ${parcel}`;
}
