package gevel

import (
	"strings"
)

// Names gives each distinct string a small code. Code -1 is the empty string. A country has millions of them, so they
// lie end to end in one text, and are found by a table of codes without a copy of them.
type Names struct {
	text  strings.Builder
	ends  []uint32 // of each name in the text, by code
	slots []int32  // codes plus 1, each at the hash of its name or in the next free slot; 0 is free
}

// NewNames returns an empty set of names.
func NewNames() *Names { return &Names{} }

// Add returns the code of name, giving it one when it is new.
func (n *Names) Add(name string) int32 {
	if name == "" {
		return -1
	}
	if 4*(len(n.ends)+1) > 3*len(n.slots) {
		n.grow()
	}
	slot := n.slotOf(name)
	if n.slots[slot] == 0 {
		n.text.WriteString(name)
		n.ends = append(n.ends, uint32(n.text.Len()))
		n.slots[slot] = int32(len(n.ends))
	}
	return n.slots[slot] - 1
}

// slotOf returns the slot of a name, or the free one where it belongs.
func (n *Names) slotOf(name string) int {
	mask := len(n.slots) - 1
	at := int(hashOf(name)) & mask
	for n.slots[at] != 0 && n.Name(n.slots[at]-1) != name {
		at = (at + 1) & mask
	}
	return at
}

// hashOf is FNV-1a, the same in every process: names are kept in files with their slots.
func hashOf(name string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	hash := uint64(offset)
	for i := range len(name) {
		hash = (hash ^ uint64(name[i])) * prime
	}
	return hash
}

// grow doubles the slots.
func (n *Names) grow() {
	const fewest = 8 // a power of two
	n.slots = make([]int32, max(fewest, 2*len(n.slots)))
	for code := range n.ends {
		n.slots[n.slotOf(n.Name(int32(code)))] = int32(code) + 1
	}
}

// Code returns the code of name, -1 when it is empty or not among the names.
func (n *Names) Code(name string) int32 {
	if name == "" || len(n.slots) == 0 {
		return -1
	}
	return n.slots[n.slotOf(name)] - 1
}

// Name returns the name of a code.
func (n *Names) Name(code int32) string {
	if code < 0 {
		return ""
	}
	from := uint32(0)
	if code > 0 {
		from = n.ends[code-1]
	}
	return n.text.String()[from:n.ends[code]]
}

// All yields the names by their codes.
func (n *Names) All(yield func(string) bool) {
	for code := range n.ends {
		if !yield(n.Name(int32(code))) {
			return
		}
	}
}

// Len returns the number of names.
func (n *Names) Len() int { return len(n.ends) }

// Reorder numbers the names anew: the one with the code order[i] gets the code i. order holds each code once.
func (n *Names) Reorder(order []int32) {
	old := *n
	*n = Names{ends: make([]uint32, 0, len(order)), slots: make([]int32, len(old.slots))}
	n.text.Grow(old.text.Len())
	for _, code := range order {
		n.Add(old.Name(code))
	}
}
