/** Short forms of first-level units: those of the press (Calif.) and those of the post (CA), by GeoNames code. */
export const SUBDIVISION_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'US.AL': 'Ala. AL', 'US.AK': 'AK', 'US.AZ': 'Ariz. AZ', 'US.AR': 'Ark. AR', 'US.CA': 'Calif. Cal. CA', 'US.CO': 'Colo. CO',
    'US.CT': 'Conn. CT', 'US.DE': 'Del. DE', 'US.DC': 'D.C. DC', 'US.FL': 'Fla. FL', 'US.GA': 'Ga. GA', 'US.HI': 'HI',
    'US.ID': 'ID', 'US.IL': 'Ill. IL', 'US.IN': 'Ind. IN', 'US.IA': 'IA', 'US.KS': 'Kan. Kans. KS', 'US.KY': 'Ky. KY',
    'US.LA': 'La. LA', 'US.ME': 'ME', 'US.MD': 'Md. MD', 'US.MA': 'Mass. MA', 'US.MI': 'Mich. MI', 'US.MN': 'Minn. MN',
    'US.MS': 'Miss. MS', 'US.MO': 'Mo. MO', 'US.MT': 'Mont. MT', 'US.NE': 'Neb. Nebr. NE', 'US.NV': 'Nev. NV', 'US.NH': 'N.H. NH',
    'US.NJ': 'N.J. NJ', 'US.NM': 'N.M. NM', 'US.NY': 'N.Y. NY', 'US.NC': 'N.C. NC', 'US.ND': 'N.D. ND', 'US.OH': 'OH',
    'US.OK': 'Okla. OK', 'US.OR': 'Ore. OR', 'US.PA': 'Pa. Penn. PA', 'US.RI': 'R.I. RI', 'US.SC': 'S.C. SC', 'US.SD': 'S.D. SD',
    'US.TN': 'Tenn. TN', 'US.TX': 'Tex. TX', 'US.UT': 'UT', 'US.VT': 'Vt. VT', 'US.VA': 'Va. VA', 'US.WA': 'Wash. WA',
    'US.WV': 'W.Va. WV', 'US.WI': 'Wis. WI', 'US.WY': 'Wyo. WY',
    'CA.01': 'Alta. AB', 'CA.02': 'B.C. BC', 'CA.03': 'Man. MB', 'CA.04': 'N.B. NB', 'CA.05': 'NL', 'CA.07': 'N.S. NS',
    'CA.08': 'Ont. ON', 'CA.09': 'P.E.I. PEI', 'CA.10': 'Que. QC', 'CA.11': 'Sask. SK',
    'AU.01': 'ACT', 'AU.02': 'NSW N.S.W.', 'AU.03': 'NT', 'AU.04': 'Qld QLD', 'AU.05': 'SA', 'AU.06': 'Tas.', 'AU.07': 'Vic.', 'AU.08': 'WA',
  }).map(([code, names]) => [code, names.split(' ')] as const),
)

/** Whole names for first-level units that the packages spell otherwise. */
export const SUBDIVISION_OTHER: ReadonlyMap<string, readonly string[]> = new Map([
  ['US.NY', ['New York State', 'New York state', 'upstate New York']],
  ['US.WA', ['Washington State', 'Washington state']],
  ['US.DC', ['District of Columbia']],
  ['ID.01', ['Aceh']],
])
