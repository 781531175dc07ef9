package colour

// sRGB, to which all spaces convert; and Adobe RGB, which cameras name instead of writing its profile.

import "math"

// adobeXYZ turns linear Adobe RGB (1998) into XYZ relative to D50, as its ICC profile does.
var adobeXYZ = matrix{
	{0.60974, 0.20528, 0.14919},
	{0.31111, 0.62567, 0.06322},
	{0.01947, 0.06087, 0.74457},
}

// AdobeRGB returns the space of Adobe RGB (1998).
func AdobeRGB() (*Space, error) {
	const gamma = 563.0 / 256 // 2 51/256
	return separable(func(r, g, b float64) [3]float64 {
		return adobeXYZ.times([3]float64{math.Pow(r, gamma), math.Pow(g, gamma), math.Pow(b, gamma)})
	})
}

// matrix has the numbers of a row beside each other.
type matrix [3][3]float64

func (m *matrix) times(v [3]float64) (product [3]float64) {
	for row := range m {
		for i := range v {
			product[row] += m[row][i] * v[i]
		}
	}
	return product
}

// linearSRGB turns XYZ relative to D50 into linear sRGB: IEC 61966-2-1, adapted by Bradford.
var linearSRGB = matrix{
	{3.1338561, -1.6168667, -0.4906146},
	{-0.9787684, 1.9161415, 0.0334540},
	{0.0719453, -0.2289914, 1.4052427},
}

// fineness is how many values of linear light have their level in a table: near black a level is 1/3295 wide.
const fineness = 1 << 14

// encoded has the level of each value of linear light.
var encoded = func() (table [fineness]uint8) {
	for i := range table {
		table[i] = uint8(math.Round(encodeExactly(float64(i)/(fineness-1)) * (levels - 1)))
	}
	return table
}()

// encode returns the level of linear light, clipped to what there is.
func encode(linear float64) uint8 {
	return encoded[int(min(max(linear, 0), 1)*(fineness-1)+0.5)]
}

func encodeExactly(linear float64) float64 {
	if linear <= 0.0031308 {
		return 12.92 * linear
	}
	return 1.055*math.Pow(linear, 1/2.4) - 0.055
}
