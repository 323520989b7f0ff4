// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Fees that wait in a contract, and the account they belong to
/// @notice Only the treasury moves fees, and only the treasury hands itself over. A cold admin may name another treasury
/// with seven days' notice, for a key that was lost; the treasury can veto it for as long as it has not happened.
interface IFeeTreasury {
    /// @notice Fees went to the treasury.
    event FeesSwept(address indexed token, address indexed treasury, uint256 amount);
    /// @notice Tokens that were sent here by mistake went to `to`; these are not fees.
    event StrayRecovered(address indexed token, address indexed to, uint256 amount);
    /// @notice The treasury offered its role to `to` (the zero address: the offer was withdrawn).
    event TreasuryTransferStarted(address indexed from, address indexed to);
    /// @notice The admin announced that `to` may become the treasury from `acceptableAt` (unix seconds) on.
    event TreasuryChangeAnnounced(address indexed from, address indexed to, uint256 acceptableAt);
    /// @notice The treasury refused what the admin had announced.
    event TreasuryChangeVetoed(address indexed by, address indexed to);
    /// @notice `to` is the treasury; offers and announcements of before are void.
    event TreasuryTransferred(address indexed from, address indexed to);

    /// @notice The caller is not the treasury.
    error NotTreasury();
    /// @notice The caller was not offered the treasury's role.
    error NotPendingTreasury();
    /// @notice The caller is not the admin.
    error NotAdmin();
    /// @notice The caller was not announced as the treasury.
    error NotAnnouncedTreasury();
    /// @notice The notice is not over; `acceptableAt` in unix seconds.
    error NoticeNotOver(uint256 acceptableAt);
    /// @notice Nothing was announced that could be refused.
    error NothingAnnounced();
    /// @notice An announced treasury is zero.
    error ZeroTreasury();

    /// @notice Sends accrued fees to the treasury, and leaves one unit here.
    /// @dev Treasury only. What has accrued is the sum of the fees less the sum of `FeesSwept`, which the caller takes
    /// from the events: the balance may hold strays as well. The unit that stays spares the next payment the cost of
    /// filling an empty balance (17,100 gas). Does nothing while fewer than two units are here. Reverts
    /// `UnsupportedToken` and with the token's own text.
    /// @param token One of the two supported tokens
    /// @param amount Fees to send, smallest unit; at most all but one unit are sent
    /// @return sent What was sent, smallest unit
    function sweepFees(address token, uint256 amount) external returns (uint256 sent);

    /// @notice Gives back tokens that somebody sent here by mistake.
    /// @dev Treasury only; of any token. Reverts with the token's own text.
    /// @param token The token
    /// @param to Account that sent them
    /// @param amount Exactly what goes back, smallest unit
    function recoverStray(address token, address to, uint256 amount) external;

    /// @notice Offers the treasury's role to another account, which must accept; the zero address withdraws the offer.
    /// @dev Treasury only. A later offer replaces an earlier one.
    /// @param newTreasury Account that may accept
    function transferTreasury(address newTreasury) external;

    /// @notice Takes over the treasury's role that was offered to the caller.
    /// @dev Reverts `NotPendingTreasury` for anyone else.
    function acceptTreasury() external;

    /// @notice Announces another treasury, which may accept after `TREASURY_NOTICE`.
    /// @dev Admin only. A later announcement replaces an earlier one and starts the notice anew. Reverts
    /// `ZeroTreasury`.
    /// @param newTreasury Account that may accept
    function announceTreasury(address newTreasury) external;

    /// @notice Refuses an announced treasury, before or after its notice, until it has accepted.
    /// @dev Treasury only. Reverts `NothingAnnounced`.
    function vetoTreasury() external;

    /// @notice Takes over the treasury's role after the notice.
    /// @dev Reverts `NotAnnouncedTreasury` for anyone else, and `NoticeNotOver`.
    function acceptAnnouncedTreasury() external;

    /// @notice The account that fees belong to.
    function treasury() external view returns (address);

    /// @notice The account that the treasury offered its role to; zero when none.
    function pendingTreasury() external view returns (address);

    /// @notice The account that the admin announced; zero when none.
    function announcedTreasury() external view returns (address);

    /// @notice When the announced account may accept, unix seconds; zero when none was announced.
    function announcedTreasuryAcceptableAt() external view returns (uint256);

    /// @notice The account that may announce another treasury, and nothing else.
    function admin() external view returns (address);

    /// @notice How long another treasury is announced before it may accept, in seconds.
    function TREASURY_NOTICE() external view returns (uint256);
}
