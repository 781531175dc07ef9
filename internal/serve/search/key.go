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
