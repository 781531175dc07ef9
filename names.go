package gevel

import "slices"

// Names gives each distinct string a small code. Code -1 is the empty string.
type Names struct {
	list  []string
	codes map[string]int32
}

// NewNames returns an empty set of names.
func NewNames() *Names { return &Names{codes: map[string]int32{}} }

// Add returns the code of name, giving it one when it is new.
func (n *Names) Add(name string) int32 {
	if name == "" {
		return -1
	}
	code, ok := n.codes[name]
	if !ok {
		code = int32(len(n.list))
		n.list = append(n.list, name)
		n.codes[name] = code
	}
	return code
}

// Code returns the code of name, -1 when it is empty or not among the names.
func (n *Names) Code(name string) int32 {
	if code, ok := n.codes[name]; ok {
		return code
	}
	return -1
}

// Name returns the name of a code.
func (n *Names) Name(code int32) string {
	if code < 0 {
		return ""
	}
	return n.list[code]
}

// Len returns the number of names.
func (n *Names) Len() int { return len(n.list) }

// BeginWith reports whether the names begin with others, in their order.
func (n *Names) BeginWith(others *Names) bool {
	return len(others.list) <= len(n.list) && slices.Equal(n.list[:len(others.list)], others.list)
}

// Reorder numbers the names anew: the one with the code order[i] gets the code i. order holds each
// code once.
func (n *Names) Reorder(order []int32) {
	list := make([]string, len(order))
	for code, before := range order {
		list[code] = n.list[before]
		n.codes[list[code]] = int32(code)
	}
	n.list = list
}
