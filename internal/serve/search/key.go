package search

import (
	"slices"
	"sort"
	"strings"
)

// The keys of all names, sorted: a name's words from each word on to its last, in normal form. A run of words of a
// name is then the beginning of a key, however it is written together or apart; and keys that begin alike are neighbours,
// so texts with wrong letters are compared with each beginning once.

type keys struct {
	text  string
	end   []uint32 // of each key in the text
	alike []uint8  // how many bytes each shares with the one before
	least []uint8  // the least of these in each block
	name  []int32
	whole []bool // the key is the whole name
}

// key is a key while they are collected.
type key struct {
	text  string
	name  int32
	whole bool
}

// keysOfBlock are passed over together where all begin alike.
const keysOfBlock = 64

// longestKey limits the bytes that count of a name.
const longestKey = 100

// keysOf returns the keys of a name: also without abbreviations made full, and its initials with its last word, sbn
// doormansingel.
func keysOf(name int32, text string) []key {
	words := wordsOf(text)
	list := make([]key, 0, len(words)+1)
	add := func(text string, whole bool) {
		list = append(list, key{text[:min(len(text), longestKey)], name, whole})
	}
	for i := range words {
		for _, text := range slices.Compact([]string{normal(words[i:]), plain(words[i:])}) {
			add(text, i == 0)
		}
	}
	if last := len(words) - 1; last > 1 {
		var initials strings.Builder
		for _, word := range words[:last] {
			initials.WriteByte(word[0])
		}
		add(sounds.Replace(initials.String()+inFull(words[last])), true)
	}
	return list
}

// newKeys sorts keys.
func newKeys(list []key) keys {
	slices.SortFunc(list, func(a, b key) int {
		if a.text != b.text {
			return strings.Compare(a.text, b.text)
		}
		return int(a.name - b.name)
	})
	var b strings.Builder
	var k keys
	before := ""
	for _, one := range list {
		b.WriteString(one.text)
		k.end = append(k.end, uint32(b.Len()))
		k.alike = append(k.alike, uint8(sharedBytes(before, one.text)))
		k.name, k.whole = append(k.name, one.name), append(k.whole, one.whole)
		before = one.text
	}
	k.text = b.String()
	for block := range slices.Chunk(k.alike, keysOfBlock) {
		k.least = append(k.least, slices.Min(block))
	}
	k.end, k.alike, k.name, k.whole = slices.Clip(k.end), slices.Clip(k.alike), slices.Clip(k.name), slices.Clip(k.whole)
	return k
}

func sharedBytes(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func (k *keys) len() int { return len(k.end) }

func (k *keys) at(i int) string {
	if i == 0 {
		return k.text[:k.end[0]]
	}
	return k.text[k.end[i-1]:k.end[i]]
}

// beginning returns the range of keys that begin with a text.
func (k *keys) beginning(text string) (lo, hi int) {
	lo = sort.Search(k.len(), func(i int) bool { return k.at(i) >= text })
	hi = lo + sort.Search(k.len()-lo, func(i int) bool { return !strings.HasPrefix(k.at(lo+i), text) })
	return lo, hi
}

// mostWrong is how many letters of a text may be wrong, missing, superfluous or swapped with the next.
func mostWrong(text string) int {
	switch {
	case len(text) < 3:
		return 0
	case len(text) < 6:
		return 1
	}
	return 2
}

const (
	longBeginning = 6 // bytes of a text with which a key may begin, but for one letter
	never         = longestKey + 1
)

// comparison compares a text with keys in their order. What keys that begin alike share is compared once.
type comparison struct {
	text    string
	most    int
	rows    [longestKey + 1][longestKey + 2]uint8 // corrections from each beginning of a key to each beginning of the text, of about its length
	dead    int                                   // length of the key's shortest beginning with too many
	started int                                   // and of the shortest that is the text but for a letter
}

// near visits the keys that a text becomes by corrections, and says how many. Budget is how many letters of keys it may
// compare; it leaves the rest.
func (k *keys) near(text string, budget *int, visit func(key, wrong int, whole bool)) {
	c := comparison{text: text, most: mostWrong(text), dead: never, started: never}
	if c.most == 0 || len(text) > longestKey {
		return
	}
	for j := range c.most + 2 {
		c.rows[0][j] = uint8(j)
	}
	for i := 0; i < len(k.alike) && *budget > 0; i++ {
		alike := int(k.alike[i])
		if alike < c.started {
			c.started = never
		}
		switch {
		case alike < c.dead:
			key := k.at(i)
			*budget -= c.compare(key, alike)
			if wrong := c.wrong(len(key)); c.dead == never && wrong <= c.most {
				visit(i, wrong, true)
				continue
			}
		case c.started == never && i%keysOfBlock == 0 && int(k.least[i/keysOfBlock]) >= c.dead:
			i += keysOfBlock - 1
		}
		if c.started != never {
			visit(i, 1, false)
		}
	}
}

// wrong returns how many corrections make the whole text of a key's beginning, more than most where they are too many.
func (c *comparison) wrong(length int) int {
	if n := len(c.text); length < n-c.most || length > n+c.most {
		return c.most + 1
	}
	return int(c.rows[length][len(c.text)])
}

// compare fills the rows of a key behind those that it shares with the one before, and returns how many.
func (c *comparison) compare(key string, alike int) int {
	c.dead = never
	d := alike
	for ; d < len(key) && c.dead == never; d++ {
		least := c.next(key, d)
		if c.started == never && len(c.text) >= longBeginning && c.wrong(d+1) <= 1 {
			c.started = d + 1
		}
		if least > c.most {
			c.dead = d + 1
		}
	}
	return d - alike
}

// next fills the row of a key's beginning with one more byte, and returns its least. Beginnings of the text that are much
// shorter or longer are too far from it.
func (c *comparison) next(key string, d int) int {
	above, row := &c.rows[d], &c.rows[d+1]
	from, to := max(0, d-c.most), min(len(c.text), d+1+c.most)
	row[from] = uint8(c.most + 1)
	if from == 0 {
		row[0] = uint8(d + 1)
	}
	least := row[from]
	for j := from; j < to; j++ {
		best := above[j]
		if key[d] != c.text[j] {
			best = 1 + min(best, above[j+1], row[j])
			if d > 0 && j > 0 && key[d] == c.text[j-1] && key[d-1] == c.text[j] {
				best = min(best, 1+c.rows[d-1][j-1])
			}
		}
		row[j+1] = best
		least = min(least, best)
	}
	row[to+1] = uint8(c.most + 1)
	return int(least)
}
