// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistryAnswers} from "../../src/core/interfaces/IRegistryAnswers.sol";
import {IJobEscrow} from "../../src/agents/interfaces/IJobEscrow.sol";
import {HostileRegistry} from "../core/support/HostileRegistry.sol";
import {LyingToken} from "../core/support/LyingToken.sol";
import {AgentTest} from "./support/AgentTest.sol";

/// @dev A token that calls the escrow back while it moves money.
contract CallingToken {
    bytes public callback;

    function setCallback(bytes calldata data) external {
        callback = data;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint128).max;
    }

    function transfer(address, uint256) external returns (bool) {
        return _call(msg.sender);
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        return _call(msg.sender);
    }

    function _call(address target) private returns (bool) {
        if (callback.length == 0) return true;
        (bool success, bytes memory reason) = target.call(callback);
        if (success) return true;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }
}

contract EscrowHostileTest is AgentTest {
    HostileRegistry private hostile;
    address private immutable thief = named("thief");

    function setUp() public override {
        super.setUp();
        hostile = new HostileRegistry();
        hostile.setRoute(uint160(thief), 300, 1);
        hostile.setTreasury(uint160(thief));
    }

    function test_counts_each_registrys_fees_apart() public {
        complete(submitted(PRICE));
        uint256 jobId = _open(address(hostile), address(usdc));
        vm.prank(client);
        escrow.fund(jobId, PRICE, "");
        submit(jobId);
        complete(jobId);
        vm.assertEq(escrow.accrued(address(registry), address(usdc)), PRICE / 100, "honest");
        vm.assertEq(escrow.accrued(address(hostile), address(usdc)), PRICE * 3 / 100, "hostile");
        escrow.sweepFees(address(hostile), address(usdc));
        vm.assertEq(usdc.balanceOf(thief), PRICE * 3 / 100 - 1, "thief");
        vm.assertEq(usdc.balanceOf(address(escrow)), PRICE / 100 + 1, "the honest fee");
    }

    function test_takes_no_fee_above_three_percent() public {
        hostile.setRoute(uint160(thief), 301, 1);
        uint256 jobId = _open(address(hostile), address(usdc));
        bytes memory call = abi.encodeCall(escrow.fund, (jobId, PRICE, ""));
        refused(address(escrow), client, call, err(IRegistryAnswers.BadRegistryAnswer.selector, address(hostile)));
    }

    function test_that_a_token_lies_touches_no_other_pot() public {
        funded(PRICE);
        uint256 jobId = _open(address(hostile), address(new LyingToken()));
        vm.prank(client);
        escrow.fund(jobId, PRICE, "");
        submit(jobId);
        complete(jobId);
        vm.assertEq(usdc.balanceOf(address(escrow)), PRICE, "the honest job");
        vm.assertEq(usdc.balanceOf(vendor), 0, "vendor");
    }

    /// @dev The token is client, provider and evaluator of the job, so that every call back could do something.
    function test_closes_every_entry_point_while_one_is_open() public {
        CallingToken token = new CallingToken();
        uint256 jobId = _open(address(hostile), address(token));
        bytes[10] memory calls = [
            abi.encodeCall(escrow.createJob, (vendor, judge, START + TERM, "", address(0))),
            abi.encodeCall(escrow.setTerms, (jobId, address(hostile), 1, address(token))),
            abi.encodeCall(escrow.setProvider, (jobId, vendor, "")),
            abi.encodeCall(escrow.setBudget, (jobId, 1, "")),
            abi.encodeCall(escrow.fund, (jobId, PRICE, "")),
            abi.encodeCall(escrow.submit, (jobId, WORK, "")),
            abi.encodeCall(escrow.complete, (jobId, REASON, "")),
            abi.encodeCall(escrow.reject, (jobId, REASON, "")),
            abi.encodeCall(escrow.claimRefund, (jobId)),
            abi.encodeCall(escrow.claim, (jobId))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            token.setCallback(calls[i]);
            refused(
                address(escrow),
                client,
                abi.encodeCall(escrow.fund, (jobId, PRICE, "")),
                err(bytes4(keccak256("ReentrancyGuardReentrantCall()")))
            );
        }
        token.setCallback("");
        vm.prank(client);
        escrow.fund(jobId, PRICE, "");
        submit(jobId);
        // A refused call back is a transfer that failed: the money waits, and nothing else happened.
        token.setCallback(abi.encodeCall(escrow.claim, (jobId)));
        complete(jobId);
        uint256 net = PRICE - PRICE * 3 / 100;
        vm.assertEq(escrow.getJob(jobId).escrowed, net, "held");
        refused(
            address(escrow),
            vendor,
            abi.encodeCall(escrow.claim, (jobId)),
            err(bytes4(keccak256("ReentrancyGuardReentrantCall()")))
        );
        token.setCallback("");
        vm.assertEq(escrow.claim(jobId), net, "sent once");
    }

    function _open(address registry_, address token) private returns (uint256 jobId) {
        jobId = bare();
        setTerms(jobId, registry_, token);
        vm.prank(client);
        escrow.setBudget(jobId, PRICE, "");
    }
}
