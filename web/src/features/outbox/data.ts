/** What other features use of the outbox. */
export { SendingRulesFields } from './SendingRulesFields';
