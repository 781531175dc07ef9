package seal

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
	"sort"
	"strings"

	"github.com/gevel/gevel"
)

// The tree. A home's place is given by its id: from the root, each bit of the hash of the id leads left or right, until
// the home is alone. So a home has one place, and one value: what is proved there is all that the seal says of it. The
// trees of certificate logs (RFC 6962) have leaves in any order, and could hide several values of a home.

// Hash is a SHA-256.
type Hash [sha256.Size]byte

// What the hash of a leaf and of a branch begin with, so that neither can be taken for the other.
const (
	ofLeaf   = 0
	ofBranch = 1
)

// depthLimit is how many bits of the hash of an id are used: no two ids of a register share as many.
const depthLimit = 128

// key is the way to a home.
type key [2]uint64

func keyOf(home string) key {
	sum := sha256.Sum256([]byte(home))
	return key{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}

func (k key) right(depth int) bool { return k[depth/64]>>(63-depth%64)&1 == 1 }

func compareKeys(a, b key) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

// Salt hides a row from those who would guess it.
type Salt [16]byte

func leafOf(salt Salt, text string) Hash {
	b := make([]byte, 0, 128)
	return sha256.Sum256(append(append(append(b, ofLeaf), salt[:]...), text...))
}

func branchOf(left, right Hash) Hash {
	var b [1 + 2*sha256.Size]byte
	b[0] = ofBranch
	copy(b[1:], left[:])
	copy(b[1+sha256.Size:], right[:])
	return sha256.Sum256(b[:])
}

// salts makes the salt of each home. That takes the key of the seal, so the value of a home can't be guessed from the hashes
// in another's proof. It holds for one seal alone, so a proof shows nothing of the home in another.
type salts struct {
	mac   hash.Hash
	place []byte // in the chain
}

func newSalts(secret []byte, previous Hash, day gevel.Date) *salts {
	return &salts{hmac.New(sha256.New, secret), fmt.Appendf(nil, "gevel salt 1\n%s\n%s\n", previous, day)}
}

func (s *salts) of(home string) (salt Salt) {
	s.mac.Reset()
	s.mac.Write(s.place)
	s.mac.Write([]byte(home))
	copy(salt[:], s.mac.Sum(nil))
	return salt
}

// Tree collects the rows of a seal.
type Tree struct {
	salts  *salts
	leaves [1 << bucketBits][]leaf // by the first bits of their keys, so that no slice of all of them has to grow
	wanted map[string]*Proof       // proofs to make, by home
}

// bucketBits make slices of some megabytes of the homes of a country.
const bucketBits = 8

type leaf struct {
	key  key
	hash Hash
	line uint32 // of the file
}

// NewTree returns a tree without rows, for a seal of a day behind another one, whose link is zero where there is none.
// Proofs are made for homes alone that are wanted.
func NewTree(secret []byte, previous Hash, day gevel.Date, wanted []string) *Tree {
	t := &Tree{salts: newSalts(secret, previous, day), wanted: map[string]*Proof{}}
	for _, home := range wanted {
		t.wanted[home] = nil
	}
	return t
}

// Len returns how many rows the tree has.
func (t *Tree) Len() int { return t.count(0, len(t.leaves)) }

func (t *Tree) count(from, to int) (n int) {
	for _, leaves := range t.leaves[from:to] {
		n += len(leaves)
	}
	return n
}

// Add adds the row in a line of a file. Error: it can't be sealed.
func (t *Tree) Add(line int, r Row) error {
	text, err := r.check()
	if err != nil {
		return err
	}
	salt := t.salts.of(r.Home)
	way := keyOf(r.Home)
	bucket := &t.leaves[way[0]>>(64-bucketBits)]
	*bucket = append(*bucket, leaf{way, leafOf(salt, text), uint32(line)})
	if _, asked := t.wanted[r.Home]; asked {
		r.Home, r.Class = strings.Clone(r.Home), strings.Clone(r.Class) // not the line of the file with them
		t.wanted[r.Home] = &Proof{Salt: salt, Row: r}
	}
	return nil
}

// Root returns the root of the tree, and the proofs of the homes that were wanted and are there, by home. Errors: there
// is no row, or a home has two values.
func (t *Tree) Root() (root Hash, proofs []*Proof, err error) {
	for i := range t.leaves {
		if t.leaves[i], err = sorted(t.leaves[i]); err != nil {
			return root, nil, err
		}
	}
	if t.Len() == 0 {
		return root, nil, gevel.Refusal("", "there is no value to seal")
	}
	for _, p := range t.wanted {
		if p != nil {
			proofs = append(proofs, p)
		}
	}
	slices.SortFunc(proofs, func(a, b *Proof) int { return compareKeys(keyOf(a.Row.Home), keyOf(b.Row.Home)) })
	root = t.build(0, len(t.leaves), proofs, 0)
	slices.SortFunc(proofs, func(a, b *Proof) int { return cmp.Compare(a.Row.Home, b.Row.Home) })
	return root, proofs, nil
}

// sorted returns leaves in the order of their keys, each home once. Error: a home has two values.
func sorted(leaves []leaf) ([]leaf, error) {
	slices.SortFunc(leaves, func(a, b leaf) int { return cmp.Or(compareKeys(a.key, b.key), cmp.Compare(a.line, b.line)) })
	for i := 1; i < len(leaves); i++ {
		if a, b := &leaves[i-1], &leaves[i]; a.key == b.key && a.hash != b.hash {
			return nil, gevel.Refusal("a home has one value in a seal", "lines %d and %d have different values of one home", a.line, b.line)
		}
	}
	return slices.CompactFunc(leaves, func(a, b leaf) bool { return a.key == b.key }), nil
}

// build returns the hash of the leaves of some buckets.
func (t *Tree) build(from, to int, proofs []*Proof, depth int) Hash {
	if to-from == 1 || t.count(from, to) < 2 {
		return build(slices.Concat(t.leaves[from:to]...), proofs, depth)
	}
	at, of := (from+to)/2, split(proofs, depth)
	return branch(t.build(from, at, proofs[:of], depth+1), t.build(at, to, proofs[of:], depth+1), proofs, of)
}

// build returns the hash of leaves in order, whose keys share so many bits, and adds what lies beside to the proofs of
// some of them.
func build(leaves []leaf, proofs []*Proof, depth int) Hash {
	switch len(leaves) {
	case 0:
		return Hash{}
	case 1:
		return leaves[0].hash
	}
	at := sort.Search(len(leaves), func(i int) bool { return leaves[i].key.right(depth) })
	of := split(proofs, depth)
	return branch(build(leaves[:at], proofs[:of], depth+1), build(leaves[at:], proofs[of:], depth+1), proofs, of)
}

// split returns how many of the proofs are of homes to the left.
func split(proofs []*Proof, depth int) int {
	return sort.Search(len(proofs), func(i int) bool { return keyOf(proofs[i].Row.Home).right(depth) })
}

// branch returns the hash of a branch, and adds its sides to the proofs below it; the first of them are to the left.
func branch(left, right Hash, proofs []*Proof, of int) Hash {
	for i, p := range proofs {
		if i < of {
			p.beside = append(p.beside, right)
		} else {
			p.beside = append(p.beside, left)
		}
	}
	return branchOf(left, right)
}
