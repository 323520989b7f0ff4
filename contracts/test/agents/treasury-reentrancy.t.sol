// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAgentTreasury} from "../../src/agents/interfaces/IAgentTreasury.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev A token that calls the treasury back when it is asked for an approval; it is the treasury's agent.
contract ApprovingToken {
    address public target;
    bytes public callback;

    function setCallback(address to, bytes calldata data) external {
        (target, callback) = (to, data);
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint128).max;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }

    function approve(address, uint256) external returns (bool) {
        if (callback.length == 0) return true;
        (bool success, bytes memory reason) = target.call(callback);
        if (success) return true;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    function propose(IAgentTreasury to, bytes32 id, IAgentTreasury.JobOrder calldata o) external returns (uint256) {
        return to.proposeJob(id, o);
    }
}

contract TreasuryReentrancyTest is AgentTest {
    /// @dev The token is owner and agent at once, so that every call back could do something.
    function test_closes_every_entry_point_while_a_job_is_opened() public {
        ApprovingToken token = _rulingToken();
        IAgentTreasury.JobOrder memory o = order_(1);
        o.token = address(token);
        bytes[12] memory calls = [
            abi.encodeCall(IAgentTreasury.proposeJob, (keccak256("2"), o)),
            abi.encodeCall(IAgentTreasury.approveJob, (ID, o)),
            abi.encodeCall(IAgentTreasury.approveJobBySig, (ID, o, START, "")),
            abi.encodeCall(IAgentTreasury.cancelProposal, (ID)),
            abi.encodeCall(IAgentTreasury.withdraw, (address(usdc), stranger, 1)),
            abi.encodeCall(IAgentTreasury.completeJob, (1, REASON)),
            abi.encodeCall(IAgentTreasury.rejectJob, (1, REASON)),
            abi.encodeCall(IAgentTreasury.resetSpend, ()),
            abi.encodeCall(IAgentTreasury.setAgent, (stranger)),
            abi.encodeCall(IAgentTreasury.setVendor, (stranger, true)),
            abi.encodeCall(IAgentTreasury.setVendors, (new address[](1), true)),
            abi.encodeCall(IAgentTreasury.setPolicy, (standard(), rates()))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            token.setCallback(address(purse), calls[i]);
            bytes memory call = abi.encodeCall(ApprovingToken.propose, (purse, ID, o));
            refused(address(token), stranger, call, err(bytes4(keccak256("ReentrancyGuardReentrantCall()"))));
        }
        token.setCallback(address(purse), "");
        vm.assertGt(token.propose(purse, ID, o), 0, "opened");
        vm.assertEq(purse.spentCents(), 1, "once");
    }

    function _rulingToken() private returns (ApprovingToken token) {
        token = new ApprovingToken();
        accept(address(token));
        IAgentTreasury.Policy memory policy = standard();
        policy.agent = address(token);
        IAgentTreasury.TokenPolicy[] memory tokens = new IAgentTreasury.TokenPolicy[](1);
        tokens[0] = IAgentTreasury.TokenPolicy(address(token), uint64(CENT), 0);
        vm.prank(owner);
        purse.setPolicy(policy, tokens);
        vm.prank(owner);
        registry.transferOwnership(merchantA, address(token));
        vm.prank(address(token));
        registry.acceptOwnership(merchantA);
    }
}
