// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IAgentTreasury} from "./interfaces/IAgentTreasury.sol";
import {IJobEscrow} from "./interfaces/IJobEscrow.sol";
import {JobApprovals} from "./JobApprovals.sol";
import {TreasuryPolicy} from "./TreasuryPolicy.sol";

/// @title Treasury of a merchant's agent
/// @notice Spends a merchant's money on jobs, within the policy or by the owner's word. Has no owner of its own and cannot be
/// upgraded.
/// @dev Money leaves in two places: `withdraw`, to where the owner says, and `_openJob`, into the escrow.
contract AgentTreasury is TreasuryPolicy, JobApprovals {
    using SafeERC20 for IERC20;

    /// @dev A description that fits in one slot of the escrow.
    uint256 private constant MAX_DESCRIPTION_BYTES = 31;

    /// @inheritdoc IAgentTreasury
    uint256 public constant MAX_EXPIRY_AHEAD = 91 days;
    /// @inheritdoc IAgentTreasury
    IJobEscrow public immutable escrow;

    mapping(bytes32 proposalId => Proposal) private _proposals;

    /// @param jobEscrow Deployed escrow
    constructor(IJobEscrow jobEscrow) {
        if (address(jobEscrow).code.length == 0) revert InvalidConfiguration();
        escrow = jobEscrow;
    }

    /// @inheritdoc IAgentTreasury
    function withdraw(address token, address to, uint256 amount) external nonReentrant onlyOwner {
        if (to == address(0) || to == address(this)) revert InvalidRecipient(to);
        (address registry_, uint256 merchantId_) = _merchant();
        emit Withdrawn(registry_, merchantId_, token, to, amount);
        IERC20(token).safeTransfer(to, amount);
    }

    /// @inheritdoc IAgentTreasury
    function proposeJob(bytes32 proposalId, JobOrder calldata given) external nonReentrant returns (uint256 jobId) {
        (address registry_, uint256 merchantId_) = _merchant();
        if (msg.sender != _policy.agent) revert NotAgent(msg.sender);
        Proposal storage kept = _proposals[proposalId];
        if (proposalId == bytes32(0) || kept.status != ProposalStatus.None) revert ProposalIdUsed(proposalId);
        JobOrder memory order = _filled(given);
        uint256 cents = _requireSound(order);
        Hold hold = _holdOf(order, cents);
        (kept.status, kept.orderHash) = (ProposalStatus.Waiting, _hashOf(order));
        emit JobProposed(registry_, merchantId_, proposalId, order, cents, hold);
        if (hold == Hold.None) jobId = _openJob(proposalId, order, cents, address(0));
    }

    /// @inheritdoc IAgentTreasury
    function approveJob(bytes32 proposalId, JobOrder calldata given)
        external
        nonReentrant
        onlyOwner
        returns (uint256 jobId)
    {
        return _approve(proposalId, _filled(given), msg.sender);
    }

    /// @inheritdoc IAgentTreasury
    function approveJobBySig(bytes32 proposalId, JobOrder calldata given, uint256 deadline, bytes calldata signature)
        external
        nonReentrant
        returns (uint256 jobId)
    {
        if (block.timestamp > deadline) revert ApprovalExpired(deadline);
        JobOrder memory order = _filled(given);
        address signer = owner();
        if (!_signed(signer, _approvalDigest(proposalId, order, deadline), signature)) revert InvalidApproval();
        return _approve(proposalId, order, signer);
    }

    /// @inheritdoc IAgentTreasury
    function cancelProposal(bytes32 proposalId) external nonReentrant {
        if (msg.sender != _policy.agent && msg.sender != owner()) revert NotAgent(msg.sender);
        _requireWaiting(proposalId).status = ProposalStatus.Cancelled;
        (address registry_, uint256 merchantId_) = _merchant();
        emit ProposalCancelled(registry_, merchantId_, proposalId, msg.sender);
    }

    /// @inheritdoc IAgentTreasury
    function completeJob(uint256 jobId, bytes32 reason) external nonReentrant onlyOwner {
        escrow.complete(jobId, reason, "");
    }

    /// @inheritdoc IAgentTreasury
    function rejectJob(uint256 jobId, bytes32 reason) external nonReentrant onlyOwner {
        escrow.reject(jobId, reason, "");
    }

    /// @inheritdoc IAgentTreasury
    function holdOf(JobOrder calldata given) external view returns (Hold) {
        JobOrder memory order = _filled(given);
        return _holdOf(order, _requireSound(order));
    }

    /// @inheritdoc IAgentTreasury
    function proposal(bytes32 proposalId) external view returns (Proposal memory) {
        return _proposals[proposalId];
    }

    /// @dev Opens what the owner approved, which must be what waits.
    function _approve(bytes32 proposalId, JobOrder memory order, address by) private returns (uint256 jobId) {
        if (_requireWaiting(proposalId).orderHash != _hashOf(order)) revert OrderMismatch(proposalId);
        uint256 cents = _requireSound(order);
        _requireWithinCap(order, cents);
        return _openJob(proposalId, order, cents, by);
    }

    /// @dev Counts a job, and opens and funds it in the escrow with exactly its price.
    /// @param by The owner who approved it; zero when the policy did
    function _openJob(bytes32 proposalId, JobOrder memory order, uint256 cents, address by)
        private
        returns (uint256 jobId)
    {
        (address registry_, uint256 merchantId_) = _merchant();
        _proposals[proposalId].status = ProposalStatus.Opened;
        _spend(order.vendor, cents);
        jobId = escrow.createJob(order.vendor, order.evaluator, order.expiredAt, order.description, address(0));
        _proposals[proposalId].jobId = jobId;
        emit JobOpened(registry_, merchantId_, proposalId, jobId, order.vendor, order.token, order.amount, cents, by);
        escrow.setTerms(jobId, registry_, merchantId_, order.token);
        escrow.setBudget(jobId, order.amount, "");
        IERC20(order.token).forceApprove(address(escrow), order.amount);
        escrow.fund(jobId, order.amount, "");
    }

    function _requireWaiting(bytes32 proposalId) private view returns (Proposal storage kept) {
        kept = _proposals[proposalId];
        if (kept.status != ProposalStatus.Waiting) revert NotWaiting(proposalId, kept.status);
    }

    /// @dev Reverts for an order that this treasury never opens, not for its owner either.
    /// @return cents What it counts for
    function _requireSound(JobOrder memory order) private view returns (uint256 cents) {
        (address owner_, address payout) = _accounts();
        (address vendor, address evaluator, address agent) = (order.vendor, order.evaluator, _policy.agent);
        bool isOurs = vendor == address(this) || vendor == address(escrow) || vendor == owner_ || vendor == payout;
        bool isParty = vendor == address(0) || vendor == order.token || vendor == evaluator || vendor == agent;
        if (isOurs || isParty) revert InvalidVendor(vendor);
        if (evaluator == agent || evaluator == payout) revert InvalidEvaluator(evaluator);
        if (order.amount == 0 || order.amount > type(uint128).max) revert InvalidAmount(order.amount);
        uint256 length = bytes(order.description).length;
        if (length > MAX_DESCRIPTION_BYTES) revert DescriptionTooLong(length);
        uint256 latest = block.timestamp + MAX_EXPIRY_AHEAD;
        if (order.expiredAt > latest) revert ExpiryTooFar(order.expiredAt, latest);
        cents = centsOf(order.token, order.amount);
    }
}
