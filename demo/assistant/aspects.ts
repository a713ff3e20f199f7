// What people ask of a product, and which words a sentence has that tells it.

const TABLE = `
size | how big is it, what size is it, dimensions, how large is it, how wide is it, how tall is it, measurements, will it fit | \\bcentim|\\bcm\\b|\\bA5\\b|\\bmet(?:re|er)s?\\b|\\d by \\d|across
capacity | how much does it hold, what volume does it have, how many cups does it make, capacity, how much fits in, how many litres, how much can it carry | \\bml\\b|\\blit(?:re|er)|holds|carries|fits
weight | how heavy is it, what does it weigh, is it light, weight | \\bgram|\\bkilo|\\bheavy\\b|weigh
material | what is it made of, what material is it, is it real wood, is it plastic, is it organic, is it vegan, is it recycled, what is it made from, does it contain wool, is it natural | stoneware|porcelain|\\boak\\b|linen|\\bwool\\b|beeswax|terracotta|\\bsteel\\b|\\bbrass\\b|cotton|\\bpaper\\b|\\bpure\\b|\\bsolid\\b|leather|glass
care | how do I clean it, how do I wash it, is it dishwasher safe, can it go in the washing machine, how do I look after it, how do I care for it, can I put it in the microwave, is it washable | ^Care:|\\bwash|dishwasher|wipe|rinse
outdoors | can it stay outside, is it frost proof, can I use it in the garden, does it survive winter | frost|outside|outdoor|sun\\b
duration | how long does it burn, how many hours does it last | \\bhours?\\b
pages | how many pages does it have, is it lined, is the paper thick, what paper is it | \\bpages?\\b|\\bdot|paper
bulb | is a bulb included, which bulb does it take, is it dimmable, can I replace the bulb, how bright is it | bulb|dimm
cable | how long is the cable, how long is the cord, does it have a plug, is it wireless, does it need batteries | cable
drip | does it drip, does it leak, does it pour well | drip|leak
smell | does it smell, is it scented, what does it smell of | smell|scent|perfume
opinion | what do people say about it, are there reviews, is it any good, do customers like it, is it worth it | in a review
refill | which refills does it take, is it refillable, what ink does it use | refill|\\bink\\b
drainage | does it have a hole, does it have a saucer, does water run through | hole|saucer|drain
strainer | does it have a strainer, is there a filter for loose tea, can I make loose leaf tea in it | strainer|filter
pocket | does it have a pocket, does it have long handles, can I wear it over the shoulder | pocket|handle|shoulder
stack | do they stack, can I stack them | stack
origin | where is it made, who makes it, is it handmade, is it made by hand | \\bmill\\b|European|\\bhand(?:made| made)|workshop|Thrown|Woven|Turned|Poured
`;

export const ASPECTS = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [name = '', asks = '', ...word] = line.split(' | ');
    return { name, asks: asks.split(', '), word: new RegExp(word.join('|'), 'i') };
  });
