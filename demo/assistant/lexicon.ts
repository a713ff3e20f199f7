// Words that more than one rule of understand.ts uses.

/** Subjects that a shop explains in words rather than sells. */
export const TOPIC =
  /\b(ship(s|ping|ped)?|deliver(y|ies|s|ed)?|returns?|refund(s|ed)?|exchange|warranty|guarantee|pay(ment|ments)?|invoice|tax|vat|customs|opening|hours|address|location|policy|policies|privacy|terms|track(ing)?|gift wrap(ping)?|gift cards?|care|dishwasher|microwave|oven|wash(ing)?|clean(ing)?|material|made|sustainab\w+|recycl\w+|lead|safe|broken|damaged|wholesale|size guide|account|(?:my|an|the) order|order (?:status|number|history|tracking))\b/;

export const CART = '(?:(?:shopping )?(?:cart|basket|bag|trolley))';

export const PRICE_LIMIT =
  /\b(?:that (?:is|are|costs?) )?(?:under|below|less than|up to|at most|cheaper than|no more than|within|for)\s*(?:€|\$|£|eur|usd|gbp)?\s*(\d{1,6}(?:[.,]\d{1,2})?)\s*(?:€|\$|£|euros?|eur|dollars?|bucks|pounds?)?/;

/** Words that describe no product. */
export const ANYTHING =
  /^(?:gifts?|presents?|gift ideas?|something(?: nice)?|anything(?: nice)?|things?|stuff|everything|products?|items?|all(?: (?:the )?products)?|a? ?(?:gift|present) for .*|what you have)$/;
