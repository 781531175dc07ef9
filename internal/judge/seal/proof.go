package seal

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
)

// Proof shows the row of a home, and that it is the one that a seal has of it.
type Proof struct {
	Seal   int // its number in the chain
	Salt   Salt
	Row    Row
	beside []Hash // what lies beside the way to the home, from the leaf up; zero is nothing
}

// Root returns the root of the tree in which the row is.
func (p *Proof) Root() Hash {
	at, way := leafOf(p.Salt, p.Row.Text()), keyOf(p.Row.Home)
	for i, beside := range p.beside {
		if way.right(len(p.beside) - 1 - i) {
			at = branchOf(beside, at)
		} else {
			at = branchOf(at, beside)
		}
	}
	return at
}

// proofVersion begins a proof.
const proofVersion = 1

// Binary is the proof as bytes: version; number of the seal (4 bytes, the highest first); salt (16); the row with its
// length before it; the depth; a bit for each step from the leaf up, set where a hash lies beside, the highest first;
// these hashes.
func (p *Proof) Binary() []byte {
	text := p.Row.Text()
	b := binary.BigEndian.AppendUint32([]byte{proofVersion}, uint32(p.Seal))
	b = append(append(b, p.Salt[:]...), byte(len(text)))
	b = append(append(b, text...), byte(len(p.beside)))
	marks := len(b)
	b = append(b, make([]byte, (len(p.beside)+7)/8)...)
	for i, beside := range p.beside {
		if beside != (Hash{}) {
			b[marks+i/8] |= 0x80 >> (i % 8)
			b = append(b, beside[:]...)
		}
	}
	return b
}

// String is the proof as text: Binary in URL-safe base64.
func (p *Proof) String() string { return base64.RawURLEncoding.EncodeToString(p.Binary()) }

// Parse reads a proof as String writes it, and nothing else.
func Parse(text string) (Proof, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return Proof{}, errors.New("it is no base64 of a proof")
	}
	return ParseBinary(b)
}

var errShort = errors.New("the proof is too short or too long")

// ParseBinary reads a proof as Binary writes it, and nothing else.
func ParseBinary(b []byte) (p Proof, err error) {
	take := func(n int) (part []byte) {
		if n > len(b) {
			err = errShort
			return make([]byte, n)
		}
		part, b = b[:n], b[n:]
		return part
	}
	if take(1)[0] != proofVersion && err == nil {
		return p, errors.New("the proof is of a version that this program does not know")
	}
	p.Seal = int(binary.BigEndian.Uint32(take(4)))
	copy(p.Salt[:], take(len(p.Salt)))
	text := string(take(int(take(1)[0])))
	depth := int(take(1)[0])
	marks := take((depth + 7) / 8)
	for i := range depth {
		var h Hash
		if marks[i/8]>>(7-i%8)&1 == 1 {
			if copy(h[:], take(len(h))); h == (Hash{}) {
				err = errShort // it would be written as a mark alone
			}
		}
		p.beside = append(p.beside, h)
	}
	if depth%8 != 0 && err == nil && marks[len(marks)-1]<<(depth%8) != 0 || depth > depthLimit || len(b) > 0 {
		err = errShort
	}
	if err != nil {
		return Proof{}, err
	}
	if p.Row, err = ParseRow(text); err != nil {
		return Proof{}, fmt.Errorf("the proof: %w", err)
	}
	return p, nil
}
